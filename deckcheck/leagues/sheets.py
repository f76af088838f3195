"""A season that was kept in a sheet: a row a match, with two players and a result.

Columns are known by their headers in many languages, whichever order they stand in; the event may be
a column, or each sheet of a workbook is one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from db.cards.names import normal_form
from db.language import gettext as _
from db.texts import name_key
from deckcheck.errors import EventSheetError, PlayerNameError
from deckcheck.events.errors import WrongResultError
from deckcheck.events.players import clean_name
from deckcheck.events.presets import PRESETS
from deckcheck.events.result_text import parse_result
from deckcheck.events.values import EventSettings, Result
from importers.sheets.sheet import HEAD_ROWS, Cell, Sheet
from importers.sheets.sheets import parse_sheets, read_bytes

WORDS: Mapping[str, str] = {
    "one": "player|player 1|player one|name|spieler|spieler 1|hrac|hrac 1|gracz|gracz 1|jatekos|jatekos 1",
    "two": "opponent|player 2|player two|versus|vs|gegner|gegnerin|spieler 2|souper|hrac 2|przeciwnik|"
    "gracz 2|ellenfel|jatekos 2",
    "result": "result|results|score|ergebnis|resultat|vysledek|wynik|eredmeny",
    "won": "games won|won|wins|gewonnen|siege|vyhry|vyhrane hry|wygrane|nyert",
    "lost": "games lost|lost|losses|verloren|niederlagen|prohry|prohrane hry|przegrane|vesztett",
    "event": "event|tournament|week|turnier|veranstaltung|woche|turnaj|tyden|turniej|tydzien|verseny|het",
    "day": "date|day|datum|tag|den|data|dzien|nap",
    "round": "round|runde|kolo|runda|kolejka|fordulo",
}
"""The headers of each column, without accents; lists of cards have other words, so these stand here."""

_BYES = frozenset({"", "bye", "freilos", "volny los", "wolny los", "erdnap", "-"})
_MOST_ROUNDS = 99
_ANY_GAMES = EventSettings(games=9)


@dataclass(frozen=True, slots=True)
class SheetEvent:
    """An event of a season's sheet: rounds of two names, None for a bye, and a result.

    `note` says where its matches seem to be listed from both sides.
    """

    name: str
    day: str
    games: int
    rounds: tuple[tuple[tuple[str, str | None, Mapping[str, Any] | None], ...], ...]
    note: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of its players, by the alphabet."""
        names = {name_key(name): name for one in self.rounds for row in one for name in row[:2] if name}
        return tuple(sorted(names.values(), key=str.casefold))

    def as_json(self) -> dict[str, Any]:
        """The event as a league stores it."""
        return {
            "day": self.day,
            "games": self.games,
            "rounds": [[list(row) for row in one] for one in self.rounds],
        }


@dataclass(frozen=True, slots=True)
class _Match:
    """A row of the sheet; `round` is 0 where it is not stated."""

    row: int
    day: str
    round: int
    one: str
    two: str | None
    result: Result | None


def read_season(path: Path) -> tuple[SheetEvent, ...]:
    """The events of a sheet in the order in which they first stand there.

    Raises `EventSheetError` with the row: for an unknown result, a name that is missing, and a player
    with two matches in a round.
    """
    source = str(path)
    file = parse_sheets(
        read_bytes(path), source, lambda rows: max((float(len(_columns(row))) for row in rows), default=0.0)
    )
    events: dict[str, tuple[str, list[_Match]]] = {}
    heads = [(place, head) for place, head in enumerate(file.heads) if _header(head) is not None]
    for place, head in heads:
        usual = head.name if len(heads) > 1 and head.name else path.stem
        for name, match in _matches(source, file.read(place), usual):
            events.setdefault(name_key(name), (name, []))[1].append(match)
    if not events:
        wanted = _("expected the headers Player, Opponent and Result")
        raise EventSheetError(source, 0, _("no matches in it; {wanted}", wanted=wanted))
    return tuple(_event(source, name, matches) for name, matches in events.values())


def _columns(row: Sequence[Cell]) -> dict[str, int]:
    """The columns that a row heads, by what they hold."""
    forms = [normal_form(str(cell)) if cell is not None else "" for cell in row]
    known = {key: words.split("|") for key, words in WORDS.items()}
    places = {key: [n for n, form in enumerate(forms) if form in words] for key, words in known.items()}
    return {key: found[0] for key, found in places.items() if found}


def _header(sheet: Sheet) -> tuple[int, dict[str, int]] | None:
    """The header's place and its columns; None for a sheet of something else."""
    for place, row in enumerate(sheet.rows[:HEAD_ROWS]):
        columns = _columns(row)
        if {"one", "two"} <= columns.keys() and ("result" in columns or {"won", "lost"} <= columns.keys()):
            return place, columns
    return None


def _matches(source: str, sheet: Sheet, usual: str) -> Iterator[tuple[str, _Match]]:
    """Yields each row with the name of its event; an empty cell of these goes on with the one above."""
    found = _header(sheet)
    if found is None:
        return
    header, columns = found
    event, day, number = usual, "", 0
    for row, cells in list(zip(sheet.numbers, sheet.rows, strict=True))[header + 1 :]:
        texts = {key: _text(cells, place) for key, place in columns.items()}
        if not any(texts.values()):
            continue
        event, day = texts.get("event") or event, texts.get("day") or day
        number = (
            _round(source, row, texts["round"]) if texts.get("round") else number if "round" in columns else 0
        )
        try:
            one = clean_name(texts["one"])
            two = None if normal_form(texts["two"]) in _BYES else clean_name(texts["two"])
            event = clean_name(event)
        except PlayerNameError as error:
            raise EventSheetError(source, row, str(error).partition("; ")[0]) from None
        if two is not None and name_key(one) == name_key(two):
            raise EventSheetError(source, row, _("{name} plays against {name}", name=one))
        yield event, _Match(row, day, number, one, two, None if two is None else _result(source, row, texts))


def _text(cells: Sequence[Cell], place: int) -> str:
    cell = cells[place] if place < len(cells) else None
    if isinstance(cell, date):
        return cell.isoformat()[:10]
    return "" if cell is None else str(cell).strip()


def _round(source: str, row: int, text: str) -> int:
    digits = "".join(filter(str.isdecimal, text))[:3]
    if not digits or not 1 <= int(digits) <= _MOST_ROUNDS:
        raise EventSheetError(
            source, row, _("round {text!r}, expected 1 to {most}", text=text[:20], most=_MOST_ROUNDS)
        )
    return int(digits)


def _result(source: str, row: int, texts: Mapping[str, str]) -> Result | None:
    text = texts.get("result") or "-".join(filter(None, (texts.get("won", ""), texts.get("lost", ""))))
    if not text:
        return None
    try:
        return parse_result(text.replace("–", "-"), _ANY_GAMES)
    except WrongResultError as error:
        raise EventSheetError(source, row, str(error).rstrip(".")) from None


def _event(source: str, name: str, matches: Sequence[_Match]) -> SheetEvent:
    """The event of its matches; without a column of rounds, each is in the first where both are free."""
    matches, note = _listed_once(matches)
    rounds: dict[int, list[_Match]] = {}
    for match in matches:
        number = match.round or next(
            n for n in range(1, len(matches) + 1) if not _sits(rounds.get(n, []), match)
        )
        if _sits(rounds.get(number, []), match):
            problem = _(
                "{one} or {two} has a match in round {number} already",
                one=match.one,
                two=match.two or "",
                number=number,
            )
            raise EventSheetError(source, match.row, problem)
        rounds.setdefault(number, []).append(match)
    most = max((len(one.result.games) for one in matches if one.result), default=1)
    games = next(
        (preset.games for preset in PRESETS.values() if preset.best_of and preset.games >= most), most
    )
    rows = tuple(
        tuple(
            (one.one, one.two, None if one.result is None else one.result.as_json())
            for one in rounds.get(number, ())
        )
        for number in range(1, max(rounds) + 1)
    )
    return SheetEvent(name, next((one.day for one in matches if one.day), ""), games, rows, note)


def _listed_once(matches: Sequence[_Match]) -> tuple[Sequence[_Match], str]:
    """The matches without those listed again by the other player, and a note about them.

    Of a round that is stated a match from the other side is the same one. Without a column of rounds it
    may be another, so it is the same only where all matches of the event stand there twice.
    """
    waiting: dict[tuple[object, ...], list[int]] = {}
    again: dict[int, int] = {}
    for place, match in enumerate(matches):
        if match.two is None:
            continue
        seen = _as_seen(match.two, match.one, match, match.result and match.result.turned())
        if (firsts := waiting.get(seen)) and (match.result or match.round):
            again[place] = firsts.pop(0)
        else:
            waiting.setdefault(_as_seen(match.one, match.two, match, match.result), []).append(place)
    unsure = {place for place, one in enumerate(matches) if not one.round and one.two is not None}
    if 2 * len(unsure & again.keys()) == len(unsure):
        unsure = set()
    left = [one for place, one in enumerate(matches) if place not in again or place in unsure]
    if len(left) < len(matches):
        return left, _("matches are listed from both sides; each counts once")
    if not again:
        return left, ""
    row, first = (matches[place].row for place in next(iter(again.items())))
    return left, _(
        "row {row} may be row {first} from the other side; both count, and a column Round tells what is one",
        row=row,
        first=first,
    )


def _as_seen(one: str, two: str, match: _Match, result: Result | None) -> tuple[object, ...]:
    if result is not None:  # of numbers of games nobody knows the order
        result = replace(result, games=tuple(sorted(result.games)))
    return name_key(one), name_key(two), match.day, match.round, result


def _sits(matches: Sequence[_Match], match: _Match) -> bool:
    here = {name_key(name) for one in matches for name in (one.one, one.two) if name}
    return not here.isdisjoint(name_key(name) for name in (match.one, match.two) if name)
