"""Importing what a source states of one printing, and noting what changes."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from db.cards.bundled import EXCEPTIONS
from db.imports.changes import FactChange
from db.imports.heard_texts import heard_in
from db.imports.match import StoredMatch
from db.imports.source_rows import CARD_FACTS, PRINTING_FACTS, WORDS, SourceCard
from db.imports.stored_game import StoredGame
from db.imports.stored_rows import Row
from db.language import Message, gettext as _, joined

LATE = frozenset({"image_key", *WORDS, "details"})
"""Fields that the bundled catalogue lacks; to get them is no change of a card."""

Note = Callable[[str, Any, Any], None]


_DECK_TEXTS = {"also_fits", "opens", "supply_copies"}
"""The statements of our tables about what a card's text does to deck building."""


class RowTaker:
    """Imports rows of one source into the stored game, on one day."""

    def __init__(self, game: StoredGame, source: str, stated: frozenset[str], today: date) -> None:
        self._game = game
        self._source = source
        self._stated = stated
        self._today = today.isoformat()
        self._listens = any("text_read" in facts for facts in game.exceptions.values())

    def insert(self, match: StoredMatch, card_id: int, in_set: Row) -> Row:
        """Adds a printing for a row that matches no stored one, and returns it."""
        card, game = match.card, self._game
        printing = game.printings.insert(
            card_id=card_id,
            set_id=in_set["id"],
            position=len(game.of_set.get(in_set["id"], ())) + 1,
            name=card.name,
            name_key=match.name_key,
            number=card.number,
            rarity=card.rarity,
            reprint=card.reprint,
            image_key=card.image_key,
            tags=card.tags,
            differs=None,
            facts=dict(card.details) or None,
            source=self._source,
            removed_on=None,
        )
        game.of_set.setdefault(in_set["id"], []).append(printing)
        game.own[printing["id"]] = {fact: getattr(card, fact) for fact in CARD_FACTS} | {
            "facts": dict(card.facts) or None
        }
        self._join(printing, card_id)
        self._take_words(printing["id"], card_id, card)
        self._take_marks(printing, card, known=False)
        return printing

    def update(self, match: StoredMatch, printing: Row, card_id: int, in_set: Row) -> list[FactChange]:
        """Updates a stored printing from a row; returns the changes, field by field."""
        card, game, stated = match.card, self._game, self._stated
        changes: list[FactChange] = []

        late = LATE | {"facts"} | card.facts.keys() if printing["source"] is None else LATE

        def note(field: str, before: Any, after: Any) -> None:
            if before != after:
                is_late = before is None and field in late
                changes.append(FactChange(card.name, card.number, field, before, after, is_late))

        note("name", printing["name"], card.name)
        note("set", game.sets[printing["set_id"]]["code"], in_set["code"])
        note("removed", printing["removed_on"], None)
        self._take_facts(game.own[printing["id"]], card, note)
        for fact in PRINTING_FACTS:
            if fact in stated:
                note(fact, printing[fact] or None, getattr(card, fact) or None)
        details = dict(card.details) or None
        if "details" in stated:
            _note_each(note, "details", printing["facts"], details)
        self._take_words(printing["id"], card_id, card, note)
        before, after = self._take_marks(printing, card, known=printing["source"] is not None)
        note("legality", before, after)
        if changes or printing["card_id"] != card_id:
            news = {fact: getattr(card, fact) for fact in PRINTING_FACTS if fact in stated}
            if "details" in stated:
                news["facts"] = details
            game.printings.update(
                printing["id"],
                **news,
                card_id=card_id,
                set_id=in_set["id"],
                name=card.name,
                name_key=match.name_key,
                reprint=card.reprint,
                removed_on=None,
                source=self._source,
            )
            self._join(printing, card_id)
        return changes

    def remove(self, printing: Row) -> bool:
        """Removes a printing that its source lacks; returns True where it is kept, only marked."""
        game = self._game
        game.touched.add(printing["card_id"])
        used = printing["id"] in game.used or printing["card_id"] in game.used_alone
        if used or printing["source"] is None:
            game.printings.update(printing["id"], removed_on=self._today)
            return True
        for mark in game.marks_of.pop(printing["id"], []):
            if mark["id"] in game.marks:
                game.marks.delete(mark["id"])
        if printing["id"] in game.texts:
            game.texts.delete(printing["id"])
        game.of_card[printing["card_id"]].discard(printing["id"])
        game.printings.delete(printing["id"])
        return False

    def _join(self, printing: Row, card_id: int) -> None:
        self._game.of_card.setdefault(card_id, set()).add(printing["id"])
        self._game.touched.add(card_id)

    def _take_facts(self, own: dict[str, Any], card: SourceCard, note: Note) -> None:
        for fact in CARD_FACTS:
            if fact in self._stated:
                note(fact, own[fact], getattr(card, fact))
                own[fact] = getattr(card, fact)
        if "facts" in self._stated and card.facts:
            before = own["facts"] or {}
            own["facts"] = dict(card.facts) | {k: v for k, v in before.items() if k in EXCEPTIONS}
            _note_each(note, "facts", before, own["facts"])

    def _take_words(self, printing_id: int, card_id: int, card: SourceCard, note: Note | None = None) -> None:
        now = {word: getattr(card, word) or None for word in WORDS if word in self._stated}
        stored = self._game.texts.get(printing_id)
        before = dict(stored) if stored else dict.fromkeys(WORDS)
        if stored is not None:
            self._game.texts.update(printing_id, **now)
        elif any(now.values()):
            self._game.texts.insert(printing_id=printing_id, **(dict.fromkeys(WORDS) | now))
        if self._listens and now.get("text") and now["text"] != before["text"]:
            self._listen(card_id, str(now["text"]), is_new=before["text"] is None)
        for word, text in now.items():
            if note is not None:
                note(word, before[word], text)

    def _listen(self, card_id: int, text: str, *, is_new: bool) -> None:
        """Notes what a text that nobody read for us may say about building decks.

        The first text of a card that was read is what was read; one that changes is not.
        """
        known = self._game.exceptions.setdefault(card_id, {})
        if is_new and "text_read" in known:
            return
        known.pop("text_read", None)
        known.pop("unknown_text", None)
        heard = heard_in(text)
        if heard and not known.keys() & _DECK_TEXTS:
            known["unknown_text"] = heard
        self._game.touched.add(card_id)

    def _take_marks(self, printing: Row, card: SourceCard, *, known: bool) -> tuple[str | None, str | None]:
        """Joins and ends marks; the marks of the printing in words, before and after.

        A mark that comes to a printing which a source showed without it before holds from today
        on; of one that was there at first sight it is not known since when.
        """
        if "marks" not in self._stated:
            return None, None
        game = self._game
        current = [m for m in game.marks_of.get(printing["id"], ()) if m["until"] is None]
        have = {(mark["status"], mark["format"]): mark for mark in current}
        wanted = {(mark.status, mark.format): mark for mark in card.marks}
        for key in have.keys() - wanted.keys():
            game.marks.update(have[key]["id"], until=self._today)
        for key in [key for key in wanted if key not in have]:
            row = game.marks.insert(
                card_id=printing["card_id"],
                printing_id=printing["id"],
                status=key[0],
                format=key[1],
                since=self._today if known else None,
                source=wanted[key].written,
                origin=self._source,
                seen=self._today,
                until=None,
            )
            game.marks_of.setdefault(printing["id"], []).append(row)
        return _in_words(have), _in_words(wanted)


def _in_words(marks: Iterable[tuple[str, str | None]]) -> str | None:
    """Marks as people write them, like `banned in Vintage, restricted`."""
    words = (
        _("{status} in {format}", status=Message(one), format=where) if where else one for one, where in marks
    )
    return joined(sorted(words), ", ") or None


def _note_each(
    note: Note, whole: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> None:
    """Notes every key that differs; where there was nothing, all of it as one."""
    if not before:
        note(whole, None, after or None)
        return
    now = after or {}
    for key in sorted(before.keys() | now.keys()):
        note(key, before.get(key), now.get(key))
