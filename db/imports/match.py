"""The stored printing of each row of a source: by image key, name and number, or as a new name."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from db.cards.names import normal_form
from db.imports.source_rows import SourceCard
from db.imports.stored_game import StoredGame
from db.imports.stored_rows import Row
from db.sums import gathered

_RENAMED_FACTS = ("side", "type", "cost", "speed", "power", "health")
_STATS = ("cost", "speed", "power", "health")
_ALIKE = 50
"""Per cent; below it, two names without a number to tell them are no two spellings of one."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A row of a source with the stored printing that it is, None where it is new."""

    card: SourceCard
    name_key: str
    printing: Row | None = None


def match_rows(
    game: StoredGame, set_id: int | None, cards: Iterable[SourceCard], doubled: frozenset[str] = frozenset()
) -> list[StoredMatch]:
    """Every row of one set with the printing that it is, each printing at most once.

    An image key finds its printing if anything else of it still fits, in another set if the name
    does; one that several have, such as those in `doubled`, is ignored.
    """
    waiting = [StoredMatch(card, normal_form(card.name)) for card in map(game_names(game), cards)]
    stored = [] if set_id is None else game.of_set.get(set_id, [])
    done: dict[int, StoredMatch] = {}
    taken: set[int] = set()
    in_place = {(row["name_key"], row["number"]): row for row in stored}
    for place, match in enumerate(waiting):
        in_order = in_place.get((match.name_key, match.card.number))
        if in_order is not None and _same_picture(match.card, in_order):
            _settle(place, match, in_order, done, taken)
    for place, match in enumerate(waiting):
        key = match.card.image_key
        if place not in done and key and key not in doubled:
            same = game.by_image.get(key, ())
            if len(same) == 1 and same[0]["id"] not in taken and _still_fits(game, match, same[0], set_id):
                _settle(place, match, same[0], done, taken)
    _stay_in_place(in_place, done, taken)
    for left, right in _WAYS:
        rows = [row for row in stored if row["id"] not in taken]
        _match_unique(waiting, [(left(game, row), row) for row in rows], right, done=done, taken=taken)
    _match_renamed(game, waiting, stored, done, taken)
    return [done.get(place, match) for place, match in enumerate(waiting)]


def game_names(game: StoredGame) -> Callable[[SourceCard], SourceCard]:
    """A function that corrects the names of a source's cards where the bundled catalogue does."""
    ours = {key: row for key, row in game.alias_keys.items() if row["source"] is None}

    def proper(card: SourceCard) -> SourceCard:
        alias = ours.get(normal_form(card.card)) if ours else None
        if alias is None or alias["alias_key"] in game.by_key:
            return card
        known = game.cards[alias["card_id"]]
        reprint = f" ({card.reprint})" if card.reprint else ""
        return replace(
            card,
            name=known["name"] + reprint,
            card=known["name"],
            base=known["base_name"],
            version=known["version"],
            distinction=known["distinction"],
            identity=known["identity"] if card.identity is not None else None,
        )

    return proper


def _settle(place: int, match: StoredMatch, row: Row, done: dict[int, StoredMatch], taken: set[int]) -> None:
    done[place] = StoredMatch(match.card, match.name_key, row)
    taken.add(row["id"])


def _stay_in_place(
    in_place: Mapping[tuple[str, str], Row], done: dict[int, StoredMatch], taken: set[int]
) -> None:
    """Where a row would push out a printing of its own name and number, it is that printing.

    Only a printing that some row moves elsewhere leaves its place.
    """
    pushed = True
    while pushed:
        pushed = False
        for place, match in list(done.items()):
            there = in_place.get((match.name_key, match.card.number))
            if there is None or match.printing is None or there["id"] in taken:
                continue
            taken.discard(match.printing["id"])
            _settle(place, match, there, done, taken)
            pushed = True


def _same_picture(card: SourceCard, row: Row) -> bool:
    return not card.image_key or row["image_key"] in (None, card.image_key)


def _still_fits(game: StoredGame, match: StoredMatch, row: Row, set_id: int | None) -> bool:
    """Whether a printing with this image key is the row: in name, number or stats."""
    if row["name_key"] == match.name_key:
        return True
    if row["set_id"] != set_id:
        return False
    same_number = bool(row["number"]) and row["number"] == match.card.number
    return same_number or _face(game.own[row["id"]]) == _face_of(match.card)


def _match_unique(
    waiting: Sequence[StoredMatch],
    stored: Iterable[tuple[Hashable, Row]],
    key_of: Callable[[StoredMatch], Hashable],
    *,
    done: dict[int, StoredMatch],
    taken: set[int],
) -> None:
    """Joins rows and printings of which exactly one on either side has the same key."""
    ours = gathered(stored)
    theirs = gathered((key_of(match), place) for place, match in enumerate(waiting) if place not in done)
    for key, places in theirs.items():
        if len(places) == 1 and len(ours.get(key, ())) == 1:
            _settle(places[0], waiting[places[0]], ours[key][0], done, taken)


_WAYS: tuple[tuple[Callable[[StoredGame, Row], Hashable], Callable[[StoredMatch], Hashable]], ...] = (
    (lambda _, row: (row["name_key"], row["number"]), lambda m: (m.name_key, m.card.number)),
    (lambda _, row: row["name_key"], lambda m: m.name_key),
)


def _match_renamed(
    game: StoredGame,
    waiting: Sequence[StoredMatch],
    stored: Iterable[Row],
    done: dict[int, StoredMatch],
    taken: set[int],
) -> None:
    """Joins what is left by number and stats: a card under a new name."""
    left = [row for row in stored if row["id"] not in taken and row["number"]]
    before = set(done)
    trial: dict[int, StoredMatch] = dict(done)
    _match_unique(
        waiting,
        [((row["number"], _face(game.own[row["id"]])), row) for row in left],
        lambda m: (m.card.number, _face_of(m.card)) if m.card.number else object(),
        done=trial,
        taken=set(taken),
    )
    for place, match in trial.items():
        found = match.printing
        if place not in before and found is not None and _is_renamed(match, found, game):
            _settle(place, match, found, done, taken)


def _is_renamed(match: StoredMatch, row: Row, game: StoredGame) -> bool:
    if match.card.image_key and row["image_key"]:
        return False  # two pictures: another card that took the number over
    facts = {fact: getattr(match.card, fact) for fact in _RENAMED_FACTS}
    return is_one_card(game.own[row["id"]], row["name_key"], facts, match.name_key)


def is_one_card(own: Mapping[str, Any], own_key: str, other: Mapping[str, Any], other_key: str) -> bool:
    """Whether printings in one place, under two names, are one card: all that is stated of them is the same.

    Where that says little, as of a card without stats, the names have to be alike, too.
    """
    for fact in _RENAMED_FACTS:
        if ("" if own[fact] is None else str(own[fact])) != (other.get(fact) or ""):
            return False
    if any(own[stat] is not None for stat in _STATS[1:]):
        return True
    from rapidfuzz.fuzz import ratio

    return ratio(own_key, other_key) >= _ALIKE


def _face(own: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(own[fact] for fact in _RENAMED_FACTS)


def _face_of(card: SourceCard) -> tuple[Any, ...]:
    return tuple(getattr(card, fact) for fact in _RENAMED_FACTS)
