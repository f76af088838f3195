"""Planning an import: a reading of a source against what is stored, without writing anything.

A source that is read later wins over what was stored before, printing by printing and field by
field; fields that it does not state stay. What a card is follows from its first printing that is
no reprint, as in the bundled catalogue.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from db.cards.names import normal_form
from db.imports.changes import CardPlan, FactChange, Removal, Rename, SetChanges
from db.imports.families import assign_cards, settle_cards
from db.imports.match import StoredMatch, match_rows
from db.imports.rows import RowTaker
from db.imports.source_rows import Place, Reading, RowProblem, SourceCard, SourceFormat, SourceSet
from db.imports.stored_game import StoredGame
from db.imports.stored_rows import Row
from db.language import gettext as _

NO_SET = "?"
"""Stands for the set of problems that name none."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import: the source and the day.

    `keep_going` takes the readable rows of a set that has others; `sets` are those wanted, None
    for all.
    """

    source: str
    today: date
    keep_going: bool = False
    sets: frozenset[str] | None = None


def plan_import(connection: sqlite3.Connection, reading: Reading, options: ImportOptions) -> CardPlan:
    """The plan of importing a reading; nothing is written."""
    return _Planner(StoredGame(connection, reading.game), reading, options).plan()


class _Planner:
    """Goes through the sets of a reading, changing the stored rows in memory."""

    def __init__(self, game: StoredGame, reading: Reading, options: ImportOptions) -> None:
        self._game = game
        self._reading = reading
        self._options = options
        self._taker = RowTaker(game, options.source, reading.stated, options.today)
        self._codes = {row["code"].casefold(): row for row in game.sets}
        self._names = {normal_form(row["name"]): row for row in game.sets}
        self._described = {one.code: one for one in reading.sets}
        self._read: dict[int, SourceCard] = {}
        keys = Counter(card.image_key for card in reading.cards if card.image_key)
        game.stated_names = frozenset(
            normal_form(card.card) for card in reading.cards if card.reprint is None
        )
        self._doubled = frozenset(key for key, count in keys.items() if count > 1)

    def plan(self) -> CardPlan:
        """The whole plan."""
        sets = [self._plan_set(code, cards) for code, cards in self._grouped().items()]
        settle_cards(self._game, self._read)
        formats = tuple(self._take_formats())
        return CardPlan(
            self._options.source,
            self._reading.game,
            tuple(sets),
            formats,
            self._reading.notes,
            tuple(self._game.changes()),
            dict(self._game.moves),
        )

    def _grouped(self) -> dict[str, list[SourceCard]]:
        """The cards by set, in the order of the source; sets with nothing but problems too."""
        grouped: dict[str, list[SourceCard]] = {}
        for card in self._reading.cards:
            grouped.setdefault(card.set_code, []).append(card)
        for problem in self._reading.problems:
            grouped.setdefault(problem.set_code or NO_SET, [])
        wanted = self._options.sets
        return {c: cards for c, cards in grouped.items() if wanted is None or c in wanted}

    def _plan_set(self, code: str, cards: list[SourceCard]) -> SetChanges:
        described = self._described.get(code) or SourceSet(code)
        stored = self._stored_set(described)
        changes = SetChanges(stored["code"] if stored else code, described.name, len(cards))
        changes.problems = [p for p in self._reading.problems if (p.set_code or NO_SET) == code]
        cards = list(_without_doubles(cards, changes.problems))
        changes.stopped = bool(changes.problems) and not self._options.keep_going
        if changes.stopped or not cards:
            return changes
        set_id = stored["id"] if stored else None
        matches = match_rows(self._game, set_id, cards, self._doubled)
        in_set = self._take_set(described, stored)
        before = list(self._game.of_set.get(in_set["id"], ()))
        card_ids = assign_cards(self._game, matches, self._options.source)
        for match, card_id in zip(matches, card_ids, strict=True):
            self._take_row(match, card_id, in_set, changes)
        if not changes.problems:
            self._take_leave(before, matches, changes)
        return changes

    def _stored_set(self, described: SourceSet) -> Row | None:
        named = self._names.get(normal_form(described.name)) if described.name else None
        return self._codes.get(described.code.casefold()) or named

    def _take_set(self, described: SourceSet, stored: Row | None) -> Row:
        sets, facts = self._game.sets, dict(described.facts) or None
        if stored is None:
            stored = sets.insert(
                game=self._game.code,
                code=described.code,
                name=described.name or described.code,
                publisher=None,
                position=max((row["position"] for row in sets), default=0) + 1,
                source=self._options.source,
                facts=facts,
            )
            self._codes[described.code.casefold()] = stored
            return stored
        news: dict[str, Any] = {"facts": {**(stored["facts"] or {}), **facts}} if facts else {}
        if described.name and stored["name"] == stored["code"]:
            news["name"] = described.name
        sets.update(stored["id"], **news)
        return stored

    def _take_row(self, match: StoredMatch, card_id: int, in_set: Row, found: SetChanges) -> None:
        if match.printing is None:
            printing = self._taker.insert(match, card_id, in_set)
            found.new.append(match.card.name)
        else:
            printing = match.printing
            renamed = printing["name"] if printing["name_key"] != match.name_key else None
            changes = self._taker.update(match, printing, card_id, in_set)
            _count(found, changes)
            if renamed is not None:
                found.renamed.append(Rename(renamed, match.card.name))
        self._read[printing["id"]] = match.card

    def _take_leave(self, before: Iterable[Row], matches: Iterable[StoredMatch], changes: SetChanges) -> None:
        """Marks or deletes the printings of the set that the source no longer has."""
        still = {match.printing["id"] for match in matches if match.printing is not None}
        whose = {self._options.source, None} if self._reading.whole else {self._options.source}
        for row in before:
            if row["id"] not in still and row["source"] in whose and not row["removed_on"]:
                name, number = row["name"], row["number"]
                changes.removed.append(Removal(name, number, self._taker.remove(row)))

    def _take_formats(self) -> Iterator[SourceFormat]:
        """Yields the formats of which the source says something else than it did last."""
        today, stored = self._options.today.isoformat(), self._game.formats
        for one in self._reading.formats:
            known = [
                row for row in stored if row["source"] == self._options.source and row["code"] == one.code
            ]
            last = max(known, key=lambda row: row["seen"], default=None)
            data = dict(one.data)
            if last is not None and (last["name"], last["data"]) == (one.name, data):
                continue
            yield one
            if last is not None and last["seen"] == today:
                stored.update(last["id"], name=one.name, data=data)
                continue
            stored.insert(
                game=self._game.code,
                source=self._options.source,
                code=one.code,
                name=one.name,
                seen=today,
                data=data,
            )


def _count(found: SetChanges, changes: list[FactChange]) -> None:
    real = [c for c in changes if not c.late]
    found.changes += real
    if real:
        found.changed += 1
    elif changes:
        found.completed += 1
    else:
        found.unchanged += 1


def _without_doubles(cards: Iterable[SourceCard], problems: list[RowProblem]) -> Iterator[SourceCard]:
    """Yields the cards, but none whose name and number another of the set has."""
    first: dict[tuple[str, str], Place] = {}
    for card in cards:
        place = first.setdefault((normal_form(card.name), card.number), card.place)
        if place is card.place:
            yield card
            continue
        named = f"{card.name} {card.number}".strip()
        message = _(
            "a second {named}, expected each name and number once; see line {line}",
            named=named,
            line=place.line,
        )
        problems.append(RowProblem(card.place, message, card.set_code))
