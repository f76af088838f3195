"""The rules of this game as constraints on counts; each rule hands its own out."""

from collections.abc import Callable, Iterable, Iterator

from db.cards.card import Card
from db.cards.names import normal_form
from deckcheck.games.stargate.card_texts import (
    copies_allowed,
    is_fifth_member,
    is_unknown,
    one_of_two_in_no_deck,
    stands_in_no_deck,
)
from deckcheck.games.stargate.cards import MISSION, SKILLS, TEAM_CHARACTER, read_card
from deckcheck.games.stargate.zones import MAIN, MISSIONS, TEAM
from deckcheck.rules.compiled import Avoid, Constraint, DeckModel, Helper, Limit, Total, of_no_copy
from deckcheck.rules.slot import Slot


def team_size(code: str, size: int) -> Iterator[Constraint]:
    """So many different team characters, and one more where one of them may be the fifth."""
    kind = ("team character", "team characters")
    fifth = Helper(f"{code}: fifth member")
    yield Limit(code, lambda slot: 1 if _is_member(slot) else None)
    yield Total(code, _weight(_is_member), size, size, ((fifth, -1),), kind=kind)
    may_be = _weight(lambda slot: _is_member(slot) and is_fifth_member(slot.card))
    yield Total(code, may_be, low=0, helpers=((fifth, -1),), kind=kind)


def mission_count(code: str, each: int, model: DeckModel) -> Iterator[Constraint]:
    """`each` Missions of each skill; a helper says of Missions with several as what they count."""
    kind = ("Mission", "Missions")
    yield Total(code, _weight(_is_counted_mission), each * len(SKILLS), each * len(SKILLS), kind=kind)
    several = dict.fromkeys(
        skills for card in model.cards if len(skills := read_card(card).mission_skills) > 1
    )
    shares: dict[str, list[tuple[Helper, int]]] = {skill: [] for skill in SKILLS}
    last: dict[tuple[str, ...], tuple[tuple[Helper, int], ...]] = {}
    for skills in several:
        helpers = [Helper(f"{code}: {'/'.join(skills)} as {s}", each) for s in skills[:-1]]
        for skill, helper in zip(skills, helpers, strict=False):
            shares[skill].append((helper, 1))
        last[skills] = tuple((helper, -1) for helper in helpers)
        shares[skills[-1]].extend(last[skills])
        # What is left over counts as the last of them, which is no negative number.
        yield Total(code, _of_skills([skills]), low=0, helpers=last[skills], kind=kind)
    for skill in SKILLS:
        ending = [skills for skills in several if skills[-1] == skill]
        yield Total(
            code,
            _of_skills([(skill,), *ending]),
            each,
            each,
            tuple(shares[skill]),
            kind=kind,
            details={"skill": skill},
        )


def side_minimum(code: str, side: str, minimum: int) -> Iterator[Constraint]:
    """So many cards of a side beside team and Missions."""
    name = side.capitalize()
    yield Total(
        code,
        _weight(lambda slot: slot.zone == MAIN and slot.card.side == side),
        low=minimum,
        kind=(f"{name} card", f"{name} cards"),
        details={"side": side},
    )


def copy_limit(code: str, limit: int, model: DeckModel) -> Iterator[Constraint]:
    """At most so many copies of a title, or as many as one of its cards in the deck states."""
    stated: dict[str, set[int]] = {}
    for card in model.cards:
        stated.setdefault(_title(card), set()).add(max(limit, copies_allowed(card) or 0))
    mixed = {title for title, limits in stated.items() if len(limits) > 1}

    def most(slot: Slot) -> int | None:
        title = _title(slot.card)
        if slot.zone not in model.counted or title in mixed:
            return None
        return max(stated.get(title) or {max(limit, copies_allowed(slot.card) or 0)})

    yield Limit(code, most, lambda slot: _title(slot.card))
    for title in sorted(mixed):
        yield from _mixed_limit(code, limit, title, sorted(stated[title]))


def _mixed_limit(code: str, limit: int, title: str, limits: Iterable[int]) -> Iterator[Constraint]:
    """The limit of a title of which only some cards state a higher one."""
    higher = [n for n in limits if n > limit]
    helpers = {n: Helper(f"{code}: {title} {n}") for n in higher}
    more = tuple((helper, limit - n) for n, helper in helpers.items())
    yield Total(code, _weight(lambda slot: _title(slot.card) == title), high=limit, helpers=more)
    yield Total(code, of_no_copy, high=1, helpers=tuple((h, 1) for h in helpers.values()))
    for n, helper in helpers.items():
        yield Total(code, _weight(_states(title, n)), low=0, helpers=((helper, -1),))


def _states(title: str, number: int) -> Callable[[Slot], bool]:
    return lambda slot: _title(slot.card) == title and copies_allowed(slot.card) == number


def team_copies(code: str, limit: int, model: DeckModel) -> Iterator[Constraint]:
    """Team characters in the deck are those of the team, and at most so many of each."""
    yield Limit(code, lambda slot: limit if _is_listed_member(slot) else None)
    for card in model.cards:
        if card.type == TEAM_CHARACTER:
            yield Total(code, _beyond_the_team(card.name, limit), high=0)


def _beyond_the_team(name: str, limit: int) -> Callable[[Slot], int]:
    def weight(slot: Slot) -> int:
        if slot.card.name != name:
            return 0
        return 1 if _is_listed_member(slot) else -limit if slot.zone == TEAM else 0

    return weight


def card_text(code: str, model: DeckModel) -> Iterator[Constraint]:
    """No card that cannot be included, and none of which that is not known."""

    def barred(card: Card) -> bool:
        return stands_in_no_deck(card) or is_unknown(card) or one_of_two_in_no_deck(card)

    counted = model.counted
    yield Limit(code, lambda s: 0 if s.zone in counted and barred(s.card) else None)


def placement(code: str) -> Iterator[Constraint]:
    """Team characters alone in the team, Missions alone in their pile, and all of them there."""

    def most(slot: Slot) -> int | None:
        home = {TEAM: TEAM_CHARACTER, MISSIONS: MISSION}.get(slot.zone)
        return None if home in (None, slot.card.type) else 0

    yield Limit(code, most, lambda slot: (slot.card.name, slot.zone))
    yield Avoid(code, lambda slot: slot.zone == MAIN and slot.card.type == MISSION)


def _weight(counts: Callable[[Slot], bool]) -> Callable[[Slot], int]:
    return lambda slot: 1 if counts(slot) else 0


def _is_member(slot: Slot) -> bool:
    return slot.zone == TEAM and slot.card.type == TEAM_CHARACTER


def _is_listed_member(slot: Slot) -> bool:
    return slot.zone == MAIN and slot.card.type == TEAM_CHARACTER


def _is_counted_mission(slot: Slot) -> bool:
    return slot.zone == MISSIONS and bool(read_card(slot.card).mission_skills)


def _of_skills(wanted: Iterable[tuple[str, ...]]) -> Callable[[Slot], int]:
    known = set(wanted)
    return _weight(lambda slot: slot.zone == MISSIONS and read_card(slot.card).mission_skills in known)


def _title(card: Card) -> str:
    return normal_form(card.base_name)
