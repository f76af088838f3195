"""Words that the reports of all games share."""

from collections.abc import Mapping, Sequence

from db.language import Message, joined
from db.language import gettext as _

OTHER_GAME_HINT = _("most of these cards are of")
"""With this begins the note that names another game."""

ANOTHER_DAY = _("choose another day")
"""Advice where a day leaves the verdict open."""

LATER_DAY = _("choose a later day")
"""Advice where a day is too early."""

UNKNOWN_CARDS_HINT = _("; the cards that are not known could make up for it")
"""The end of messages where unknown cards leave a rule undecided."""


def bring_in_cards(game: str) -> str:
    """Advice for a database that has no cards of a game.

    >>> bring_in_cards("stargate")
    'import them with `deckcheck cards import` for the game stargate'
    """
    return _("import them with `deckcheck cards import` for the game {game}", game=game)


def count(number: int, one: str, many: str) -> str:
    """A number with its noun, like `1 Space unit` or `2 Space units`.

    >>> count(1, "card", "cards"), count(0, "card", "cards")
    ('1 card', '0 cards')
    """
    if isinstance(one, Message):
        return Message("{number} {noun}", {"number": number, "noun": one if number == 1 else many})
    return Message(f"{{number}} {one}", {"number": number}, f"{{number}} {many}", number)


def amount(number: int, one: str, many: str = "") -> str:
    """A number, with commas where it is long, and its noun, which gets an s unless there is one.

    >>> amount(1, "card"), amount(2000, "file"), amount(2, "die", "dice")
    ('1 card', '2,000 files', '2 dice')
    """
    return Message(f"{{number}} {one}", {"number": number}, f"{{number:,}} {many or one + 's'}", number)


def all_of(parts: Sequence[str]) -> str:
    """Several things in a sentence.

    >>> all_of(["Ada", "Bo", "Cy"]), all_of(["Ada"])
    ('Ada, Bo and Cy', 'Ada')
    """
    if len(parts) < 2:  # noqa: PLR2004 - one or none needs no word between
        return joined(parts)
    return _("{several} and {last}", several=joined(parts[:-1], ", "), last=parts[-1])


def one_of(parts: Sequence[str]) -> str:
    """Several things to choose from in a sentence.

    >>> one_of(["light", "dark"])
    'light or dark'
    """
    if len(parts) < 2:  # noqa: PLR2004 - one or none needs no word between
        return joined(parts)
    return _("{several} or {last}", several=joined(parts[:-1], ", "), last=parts[-1])


def cards(number: int) -> str:
    """A number of cards, like `1 card`."""
    return count(number, "card", "cards")


def copies(number: int) -> str:
    """A number of copies, like `2 copies`."""
    return count(number, "copy", "copies")


def with_english(name: str, names: Mapping[str, str]) -> str:
    """A card's name in another language, with the English one beside it; that one where no other is known.

    >>> with_english("Yoda", {"Yoda": "Joda"}), with_english("Rey", {})
    ('Joda (Yoda)', 'Rey')
    """
    return f"{names[name]} ({name})" if name in names else name
