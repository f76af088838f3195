"""A referee for setup logs, written from the rules alone: RULES.md 1.4 and 1.5, the book of 2005.

It sees a document of `deckcheck setup --json` and the catalogue's facts of the cards. It knows
nothing of the engine: no class and no function of it is used here.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from db.cards.card import Card

SIDES = ("dark", "light")
ARENAS = ("space", "ground", "character")
SAME_PERSON = {
    "printed-2002": [
        {"anakin skywalker", "darth vader"},
        {"chancellor palpatine", "senator palpatine"},
        {"padme amidala", "queen amidala"},
    ],
    "printed-2004": [
        {"anakin skywalker", "darth vader"},
        {"beru lars", "beru whitesun"},
        {"padme amidala", "queen amidala"},
    ],
}
SAME_PERSON["printed-2005"] = [
    *SAME_PERSON["printed-2004"],
    {"chancellor palpatine", "emperor palpatine", "darth sidious"},
]
SAME_PERSON["community"] = SAME_PERSON["printed-2004"]
MULLIGAN = {
    "printed-2002": {"Battle", "Mission"},
    "printed-2004": {"Battle", "Mission", "Location"},
    "printed-2005": {"Battle", "Mission", "Location", "Equipment"},
    "community": {"Battle", "Mission", "Location"},
}
BEGUN = {
    "printed-2002": {"Mission"},
    "printed-2004": {"Mission", "Location"},
    "printed-2005": set[str](),
    "community": {"Mission", "Location"},
}
"""What else than a unit may be the partially built card."""


class FoulError(AssertionError):
    """What the referee does not let pass."""


class InBattle(NamedTuple):
    """A unit: cards from the top down, and the arena."""

    cards: list[str]
    arena: str


def require(holds: object, why: str, *facts: object) -> None:
    if not holds:
        raise FoulError(f"{why}: {facts}" if facts else why)


class Seat:
    """One player's things, moved only by what the log says."""

    def __init__(self, library: list[str]) -> None:
        self.library = list(library)
        self.hand: Counter[str] = Counter()
        self.units: list[InBattle] = []
        self.total = 0
        self.partial: dict[str, Any] | None = None
        self.done = False

    def draw(self, number: int) -> list[str]:
        drawn, self.library = self.library[:number], self.library[number:]
        self.hand.update(drawn)
        return drawn

    def take(self, name: str) -> None:
        require(self.hand[name] > 0, "not in the hand", name)
        self.hand[name] -= 1


class Referee:
    """Judges a log event by event; raises `FoulError` at the first foul."""

    def __init__(self, rules: str, card_of: Callable[[str, str], Card | None]) -> None:
        self.rules = rules
        self.card_of = card_of
        self.seats: dict[str, Seat] = {}
        self.opened = False
        self.turn = ""
        self.aim, self.hand_size, self.units_too = 30, 7, False

    def judge(self, document: Mapping[str, Any]) -> None:
        """Judges a whole document: the events, and the result at the end."""
        self.seats = {
            side: Seat(document["players"][side]["library"]) for side in SIDES if side in document["players"]
        }
        named = {name for seat in self.seats.values() for name in seat.library}
        self.aim += len(named & {"Visions", "In the Stars"})
        self.hand_size += len(named & {"In the Stars"})
        self.units_too = "Scattered Jedi, Hidden Temple" in named
        events = list(document["events"])
        for action in ("draw-hand", "mulligan"):
            for side in self.seats:
                require(events, "the log ends too soon")
                event = events.pop(0)
                require((event["player"], event["action"]) == (side, action), "wrong order", event)
                (self._draw_hand if action == "draw-hand" else self._mulligan)(event)
        self.turn = next(iter(self.seats))
        for event in events:
            require(any(not seat.done for seat in self.seats.values()), "it was over", event)
            require(event["player"] == self.turn, "not this player's turn", event, self.turn)
            self.judge_move(event)
        require(all(seat.done for seat in self.seats.values()), "somebody is not done")
        for side, seat in self.seats.items():
            self._result(seat, document["result"][side])

    def _draw_hand(self, event: Mapping[str, Any]) -> None:
        seat = self.seats[event["player"]]
        require(event["cards"] == seat.draw(self.hand_size), "not the top cards", event)

    def _mulligan(self, event: Mapping[str, Any]) -> None:
        seat = self.seats[event["player"]]
        for name in event["discarded"]:
            require(self.may_discard(event["player"], name), "may not be discarded", name)
            seat.take(name)
        drawn = seat.draw(len(event["discarded"]))
        require(event["drawn"] == drawn, "not the next cards", event)

    def may_discard(self, side: str, name: str) -> bool:
        card = self.card_of(side, name)
        if card is None:
            return False
        is_unit = any(arena in card.type for arena in ("Space", "Ground", "Character"))
        return (self.units_too and is_unit) or card.type.split(" ")[0] in MULLIGAN[self.rules]

    def judge_move(self, event: Mapping[str, Any]) -> None:
        """Judges a put, a partial card or being done, and plays it."""
        side, seat = event["player"], self.seats[event["player"]]
        require(not seat.done, "is done already", event)
        if event["action"] == "done":
            seat.done = True
        elif event["action"] == "partial":
            seat.take(event["card"])
            self._partial(side, seat, event)
        else:
            require(event["action"] == "put", "no such action", event)
            seat.take(event["card"])
            self._put(side, seat, event)
        if event["action"] != "done":
            drawn = seat.draw(1)
            require(event["drew"] == (drawn[0] if drawn else None), "drew another card", event)
        require(event["total"] == seat.total, "wrong total", event, seat.total)
        self._next_turn(side, event)

    def _put(self, side: str, seat: Seat, event: Mapping[str, Any]) -> None:
        card = self.card_of(side, event["card"])
        require(card is not None, "an unknown card", event)
        assert card is not None
        arenas = self.arenas(card)
        require(arenas, "no unit", event)
        require(isinstance(card.cost, int), "its cost is not known", event)
        require(seat.total < self.aim, "has all already", event)
        stack = self._stack_of(side, seat, card)
        if stack is None:
            require(event["stack"] is None, "there is nothing to stack on", event)
            require(event["arena"] in arenas, "not its arena", event)
            added = card.cost
            seat.units.append(InBattle([event["card"]], event["arena"]))
        else:
            added = self._stacked(side, seat, stack, card, event)
        require(event["cost"] == added, "costs something else", event, added)
        assert isinstance(added, int)
        seat.total += added
        require(seat.total <= self.aim, "passes the total", event)

    def _stacked(self, side: str, seat: Seat, stack: InBattle, card: Card, event: Mapping[str, Any]) -> int:
        require(event["stack"] in {"under", "top"}, "a second one of this person", event)
        require(len(stack.cards) < 4, "a fifth card in a stack", event)
        in_stack = [self.card_of(side, name) for name in stack.cards]
        same = [c for c in in_stack if c and version_of(c) == version_of(card)]
        require(not same, "this version is in the stack", event)
        top = in_stack[0]
        assert top is not None
        assert isinstance(top.cost, int)
        assert isinstance(card.cost, int)
        before = top.cost + len(in_stack) - 1
        if event["stack"] == "under":
            require(event["arena"] == stack.arena, "the stack stays where it is", event)
            stack.cards.append(event["card"])
            return top.cost + len(in_stack) - before
        require(card.cost >= top.cost, "a cheaper one goes under", event)
        arenas = self.arenas(card)
        where = {stack.arena} & set(arenas) or set(arenas)
        require(event["arena"] in where, "not where the stack is", event)
        seat.units.remove(stack)
        seat.units.append(InBattle([event["card"], *stack.cards], event["arena"]))
        return card.cost + len(in_stack) - before

    def _partial(self, side: str, seat: Seat, event: Mapping[str, Any]) -> None:
        card = self.card_of(side, event["card"])
        require(card is not None, "an unknown card", event)
        assert card is not None
        fit = bool(self.arenas(card)) or card.type.split(" ")[0] in BEGUN[self.rules]
        require(fit, "cannot be built", event)
        left = self.aim - seat.total
        require(left >= 1, "no points left", event)
        require(event["counters"] == left, "not the points left", event)
        require(isinstance(card.cost, int), "its cost is not known", event)
        if self.rules != "printed-2005":
            assert isinstance(card.cost, int)
            require(card.cost > left, "not partially built", event)
        seat.partial = {"card": event["card"], "counters": left}
        seat.done = True

    def _next_turn(self, side: str, event: Mapping[str, Any]) -> None:
        seat = self.seats[side]
        other = next((name for name in self.seats if name != side), None)
        first_of_all = not self.opened
        self.opened = True
        if other is None or self.seats[other].done:
            return
        passes = seat.done or seat.total > self.seats[other].total or seat.total == self.aim
        if passes or (first_of_all and side == "dark" and event["action"] == "put"):
            self.turn = other

    def _stack_of(self, side: str, seat: Seat, card: Card) -> InBattle | None:
        person = self.person(card)
        if person is None:
            return None
        for unit in seat.units:
            top = self.card_of(side, unit.cards[0])
            if top is not None and self.person(top) == person:
                return unit
        return None

    def person(self, card: Card) -> frozenset[str] | None:
        """The names of the person that a unique unit is; None for what is not unique."""
        if card.version is None:
            return None
        name = card.base_name.casefold().replace("é", "e")
        for pair in SAME_PERSON[self.rules]:
            if name in pair:
                return frozenset(pair)
        return frozenset({name})

    @staticmethod
    def arenas(card: Card) -> list[str]:
        words = card.type.casefold().split("/")
        return words if set(words) <= set(ARENAS) else []

    def _result(self, seat: Seat, result: Mapping[str, Any]) -> None:
        require(result["total"] == seat.total, "wrong total at the end")
        require(result["partial"] == seat.partial, "wrong partial card at the end")
        require(Counter(result["hand"]) == +seat.hand, "wrong hand at the end")
        arenas = Counter(unit.arena for unit in seat.units)
        require(result["arenas"] == {a: arenas[a] for a in ARENAS}, "wrong arenas at the end")


def version_of(card: Card) -> tuple[str, str | None]:
    return card.base_name.casefold().replace("é", "e"), card.version
