"""Results as they are typed and shown: `2-0`, `1-1-1`, `WL`, `draw`, `absent 2`."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from db.language import gettext as _, joined
from deckcheck.events.errors import WrongResultError
from deckcheck.events.values import EventSettings, Outcome, Result

_LETTERS: Mapping[str, Outcome] = MappingProxyType({"W": "one", "L": "two", "D": "draw", "U": "unfinished"})
_MOST_DRAWS = 9
_MOST_SHOWN = 40
EXPECTED = _(
    "2-0, 1-1-1 (won, lost, drawn), a letter for each game in order (W, L, D, U for won, lost, "
    "drawn, unfinished), draw, absent 1, absent 2 or absent both; after it > 1 or > 2 for who "
    "goes on"
)
_WORDS: Mapping[str, Result] = MappingProxyType(
    {
        _("draw"): Result(intentional=True),
        "id": Result(intentional=True),
        _("absent 1"): Result(absent="one"),
        _("absent 2"): Result(absent="two"),
        _("absent both"): Result(absent="both"),
    }
)


def parse_result(text: str, settings: EventSettings, table: int = 0) -> Result:
    """A result as it was typed, seen from the player who is named first.

    Raises WrongResultError, which names the table, for a result that no match can have.

    >>> parse_result("2-0", EventSettings()).games, parse_result("wl", EventSettings()).games
    (('one', 'one'), ('one', 'two'))
    >>> parse_result("1-1 > 2", EventSettings()).winner()
    'two'
    """
    wanted = " ".join(text.split()).casefold()
    text = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
    played, arrow, side = (part.strip() for part in wanted.partition(">"))
    if arrow and side not in ("1", "2"):
        raise WrongResultError(_("{text!r} is no result; after > comes 1 or 2", text=text), table)
    result = _WORDS.get(played) or _by_letters(played) or _by_numbers(played)
    if result is None:
        raise WrongResultError(
            _("{text!r} is no result, expected {expected}", text=text, expected=EXPECTED), table
        )
    if arrow:
        result = Result(
            result.games, result.absent, result.intentional, result.ordered, "one" if side == "1" else "two"
        )
    check_result(result, settings, text, table)
    return result


def is_result(text: str) -> bool:
    """Whether a text is that of a result, whatever the settings of the event.

    >>> is_result("2-0"), is_result("draw"), is_result("Ivo")
    (True, True, False)
    """
    played = " ".join(text.split()).casefold().partition(">")[0].strip()
    return bool(_WORDS.get(played) or _by_letters(played) or _by_numbers(played))


def _by_letters(text: str) -> Result | None:
    letters = text.upper().replace(" ", "")
    if not letters or set(letters) - set(_LETTERS):
        return None
    return Result(tuple(_LETTERS[letter] for letter in letters))


def _by_numbers(text: str) -> Result | None:
    numbers = re.fullmatch(r"(\d{1,2}) ?[-:–—] ?(\d{1,2})(?: ?[-:–—] ?(\d{1,2}))?", text, re.ASCII)
    if numbers is None:
        return None
    won, lost, drawn = (int(one or 0) for one in numbers.groups())
    counted: tuple[tuple[Outcome, int], ...] = (("one", won), ("two", lost), ("draw", drawn))
    games = tuple(outcome for outcome, times in counted for _ in range(times))
    return Result(games, ordered=len(set(games)) <= 1)


def check_result(result: Result, settings: EventSettings, text: str, table: int = 0) -> None:
    """Raises WrongResultError where the result is not possible by the settings."""
    one, two = result.won("one"), result.won("two")
    problem = ""
    if result.absent or (result.intentional and not result.games):
        return
    if not result.games:
        problem = _("has no games; draw is a draw without playing")
    elif settings.best_of:
        needed = settings.wins_needed
        if max(one, two) > needed or one == two == needed:
            problem = _("cannot be, for {needed} games won end the match", needed=needed)
        elif len(result.games) - one - two > _MOST_DRAWS:
            problem = _("has more than {most_draws} drawn games", most_draws=_MOST_DRAWS)
        elif result.ordered and needed in map(result.games[:-1].count, ("one", "two")):
            problem = _("has games after one player had won {needed}", needed=needed)
    elif len(result.games) > settings.games:
        problem = _("has {count} games, a match has {games}", count=len(result.games), games=settings.games)
    if problem:
        raise WrongResultError(joined((repr(text), problem), " "), table)


def result_text(result: Result | None) -> str:
    """The result as it is shown and can be typed again; empty where there is none.

    >>> result_text(Result(("one", "two", "draw"), ordered=False))
    '1-1-1'
    >>> result_text(Result(("one", "two")))
    'WL'
    """
    if result is None:
        return ""
    arrow = {"one": " > 1", "two": " > 2", "": ""}[result.decided]
    if result.absent:
        return "absent " + {"one": "1", "two": "2", "both": "both"}[result.absent] + arrow
    if result.intentional and not result.games:
        return "draw" + arrow
    if "unfinished" in result.games or (result.ordered and len(set(result.games)) > 1):
        letters = {outcome: letter for letter, outcome in _LETTERS.items()}
        return "".join(letters[game] for game in result.games) + arrow
    one, two, drawn = (result.games.count(outcome) for outcome in ("one", "two", "draw"))
    return f"{one}-{two}" + (f"-{drawn}" if drawn else "") + arrow
