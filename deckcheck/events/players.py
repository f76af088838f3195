"""The names of players: cleaned before they are stored, found again, told apart."""

from collections.abc import Mapping

from db.cards.names import normal_form, shows_something
from db.events.values import PlayerFacts
from db.language import gettext as _
from db.texts import name_key, unfit_for_a_name
from deckcheck.errors import PlayerNameError, PlayerNotFoundError
from deckcheck.suggest import suggest

MOST_CHARACTERS = 100


def clean_name(text: str) -> str:
    r"""A name in one line, with single blanks; raises `PlayerNameError` for what is none.

    >>> clean_name(" Ada\nLovelace ")
    'Ada Lovelace'
    """
    name = " ".join(text.split())
    if not name or not shows_something(name):
        raise PlayerNameError(text, _("nothing of it can be seen"))
    if len(name) > MOST_CHARACTERS:
        raise PlayerNameError(
            text,
            _(
                "{count:,} characters, at most {most_characters} expected",
                count=len(name),
                most_characters=MOST_CHARACTERS,
            ),
        )
    if unfit := unfit_for_a_name(name):
        raise PlayerNameError(text, _("it holds the character {unfit}", unfit=unfit))
    return name


def find_player(players: Mapping[int, PlayerFacts], text: str) -> int | None:
    """The number of the player of just that name, or with that number (`#3`); None for none.

    Case and blanks do not count.
    """
    key = name_key(text)
    for number, player in players.items():
        if name_key(player.name) == key:
            return number
    if text.startswith("#") and text[1:].isdecimal() and int(text[1:]) in players:
        return int(text[1:])
    return None


def get_player(players: Mapping[int, PlayerFacts], text: str) -> int:
    """The number of the player of that name, also without accents, or of words of one name alone.

    Raises `PlayerNotFoundError`, also for words that several names have.
    """
    if (whole := find_player(players, text)) is not None:
        return whole
    plain = normal_form(text)
    names = {number: normal_form(player.name) for number, player in players.items()}
    for near in (
        [number for number, name in names.items() if plain and name == plain],
        [number for number, name in names.items() if plain and f" {plain} " in f" {name} "],
    ):
        if len(near) == 1:
            return near[0]
    known = {name: players[number].name for number, name in names.items()}
    of_word = tuple(players[number].name for number in near)
    raise PlayerNotFoundError(text, of_word or suggest(text, known), len(players))
