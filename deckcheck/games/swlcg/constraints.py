"""The rules of this game as constraints on counts; each rule hands its own out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache

from db.cards.names import normal_form
from deckcheck.games.constraints import Avoid, Constraint, DeckModel, Helper, Limit, Slot, Total, of_no_copy
from deckcheck.games.swlcg.affiliation_texts import is_known, needs_of
from deckcheck.games.swlcg.cards import AFFILIATION, DARK, LIGHT, OBJECTIVE, read_card
from deckcheck.games.swlcg.zones import zone_for

_MANY = 10_000
"""More copies than any deck has: a helper of that factor lets a sum be anything."""

_COMMAND = ("command card", "command cards")
_SETS = ("objective set", "objective sets")


def affiliation_count(code: str, size: int, model: DeckModel) -> Iterator[Constraint]:
    """Exactly so many affiliation cards."""
    kind = ("affiliation card", "affiliation cards")
    yield Total(code, _of_type(AFFILIATION, model), size, size, kind=kind)


def objective_minimum(code: str, minimum: int, model: DeckModel) -> Iterator[Constraint]:
    """So many objective sets; and either no command cards at all, or exactly those of the sets."""
    yield Total(code, _of_type(OBJECTIVE, model), low=minimum, kind=_SETS)
    yield Limit(code, lambda s: 0 if _is_of_no_set(s) and s.zone in model.counted else None)
    whole = Helper(f"{code}: with command cards")
    commanded = _counted(lambda s: s.card.type not in {OBJECTIVE, AFFILIATION}, model)
    yield Total(code, commanded, high=0, helpers=((whole, -_MANY),), kind=_COMMAND)
    without = _counted(lambda s: s.card.type == OBJECTIVE and not read_card(s.card).command_cards, model)
    yield Total(code, without, high=0, when=whole, kind=_SETS)
    for title, cards in sorted(_by_titles(model).items()):
        yield Total(
            code,
            _beyond_the_sets(title, model),
            0,
            0,
            when=whole,
            kind=_COMMAND,
            words=f"as many {title} as the objective sets have",
            cards=frozenset(cards),
        )


def _by_titles(model: DeckModel) -> dict[str, set[str]]:
    """By the title of a command card the names of its cards, and of the objectives that name it."""
    found: dict[str, set[str]] = defaultdict(set)
    for card in model.cards:
        if card.type == OBJECTIVE:
            for title in map(normal_form, read_card(card).command_cards):
                found[title].add(card.name)
        elif card.type != AFFILIATION:
            found[normal_form(card.base_name)].add(card.name)
    return found


def _beyond_the_sets(title: str, model: DeckModel) -> Callable[[Slot], int]:
    """Copies of a command card, less those that the objectives have."""
    counted = model.counted

    def weight(slot: Slot) -> int:
        zone, card, _ = slot
        if zone not in counted:
            return 0
        if card.type == OBJECTIVE:
            return -_by_title(tuple(card.facts.get("command_cards") or ()))[title]
        return 1 if _title(card.base_name) == title and card.type != AFFILIATION else 0

    return weight


@cache
def _by_title(command_cards: tuple[object, ...]) -> Counter[str]:
    """The command cards that an objective set brings, by their titles; asked for every title."""
    return Counter(normal_form(str(one)) for one in command_cards)


_title = cache(normal_form)


def one_side(code: str, model: DeckModel) -> Iterator[Constraint]:
    """Affiliation and objectives are of the Light side, or all are of the Dark side."""
    cases = {side: Helper(f"{code}: {side}") for side in (LIGHT, DARK)}
    yield Total(code, of_no_copy, 1, 1, tuple((helper, 1) for helper in cases.values()))
    for side, other in ((LIGHT, DARK), (DARK, LIGHT)):
        yield Total(
            code,
            _counted(_is_of_side(other), model),
            high=0,
            when=cases[side],
            words=f"nothing of the {other.capitalize()} side",
        )


def _is_of_side(side: str) -> Callable[[Slot], bool]:
    return lambda s: s.card.type in {OBJECTIVE, AFFILIATION} and s.card.side == side


def copy_limit(code: str, limit: int, limited: int, model: DeckModel) -> Iterator[Constraint]:
    """At most so many of each objective set, fewer of one that says so."""

    def most(slot: Slot) -> int | None:
        if slot.card.type != OBJECTIVE or slot.zone not in model.counted:
            return None
        return limited if read_card(slot.card).limited else limit

    yield Limit(code, most)


def affiliation_lock(code: str, model: DeckModel) -> Iterator[Constraint]:
    """A locked set needs its affiliation card; without any, another rule says so."""
    given = Helper(f"{code}: an affiliation card")
    yield Total(code, _of_type(AFFILIATION, model), high=0, helpers=((given, -_MANY),))
    seen = (read_card(card) for card in model.cards if card.type == OBJECTIVE)
    for affiliation in sorted({one.affiliation or "" for one in seen if one.locked}):
        yield Total(
            code,
            _beyond_the_lock(affiliation, model),
            high=0,
            when=given,
            kind=_SETS,
            words=f"the affiliation {affiliation} with sets that are locked to it",
        )


def _beyond_the_lock(affiliation: str, model: DeckModel) -> Callable[[Slot], int]:
    def weight(slot: Slot) -> int:
        seen = read_card(slot.card)
        if slot.zone not in model.counted or (seen.affiliation or "") != affiliation:
            return 0
        if seen.is_affiliation:
            return -_MANY
        return 1 if seen.is_objective and seen.locked else 0

    return weight


def affiliation_text(code: str, model: DeckModel) -> Iterator[Constraint]:
    """The conditions that affiliation cards put on the objectives, each where it is in the deck."""
    yield Limit(
        code,
        lambda s: (
            0 if s.card.type == AFFILIATION and s.zone in model.counted and not is_known(s.card) else None
        ),
    )
    for card in model.cards:
        needs = tuple(needs_of(card)) if card.type == AFFILIATION else ()
        if not needs:
            continue
        there = Helper(f"{code}: {card.name}")
        yield Total(code, _counted(_is_called(card.name), model), high=0, helpers=((there, -_MANY),))
        for need in needs:
            counts = _counted(_is_objective_of(frozenset(need.affiliations)), model)
            yield Total(code, counts, need.number, need.number, when=there, kind=_SETS)
        named = frozenset(affiliation for need in needs for affiliation in need.affiliations)
        yield Total(code, _counted(_is_objective_beside(named), model), high=0, when=there)


def _is_called(name: str) -> Callable[[Slot], bool]:
    return lambda s: s.card.name == name and s.card.type == AFFILIATION


def _is_objective_of(affiliations: frozenset[str]) -> Callable[[Slot], bool]:
    return lambda s: s.card.type == OBJECTIVE and read_card(s.card).affiliation in affiliations


def _is_objective_beside(affiliations: frozenset[str]) -> Callable[[Slot], bool]:
    return lambda s: s.card.type == OBJECTIVE and read_card(s.card).affiliation not in affiliations


def placement(code: str) -> Iterator[Constraint]:
    """Nothing new stands in another zone than that of its type."""
    yield Avoid(code, lambda slot: slot.zone != zone_for(slot.card.type))


def _is_of_no_set(slot: Slot) -> bool:
    return slot.card.type == OBJECTIVE and read_card(slot.card).objective_set is None


def _of_type(kind: str, model: DeckModel) -> Callable[[Slot], int]:
    return _counted(lambda slot: slot.card.type == kind, model)


def _counted(counts: Callable[[Slot], bool], model: DeckModel) -> Callable[[Slot], int]:
    return lambda slot: 1 if slot.zone in model.counted and counts(slot) else 0
