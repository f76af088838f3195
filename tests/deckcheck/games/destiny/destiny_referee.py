"""A referee for Destiny: setup logs and rounds, judged by the rulebook from names and faces alone.

It knows nothing of the simulator: no class and no function of it is used here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

SEATS = ("one", "two")


class FoulError(AssertionError):
    """What the referee does not let pass."""


@dataclass
class Seat:
    """What a player brings: the shuffled library, the faces of each die, the battlefield."""

    library: list[str]
    dice: list[list[str]]
    battlefield: str | None
    team: int
    hand: list[str] = field(default_factory=list)
    total: int = 0


def number_above(face: str) -> int:
    """The number above the symbol of a face."""
    digits = ""
    for letter in face.lstrip("+"):
        if not letter.isdigit():
            break
        digits += letter
    return int(digits or 0)


class SetupReferee:
    """Goes through a log; ends with hands, libraries, rolls, battlefield and shields."""

    def __init__(self, log: Iterable[Mapping[str, Any]], seats: Mapping[str, Seat]) -> None:
        self.log = list(log)
        self.seats = seats
        self.ties = 0
        self.battlefield: tuple[str, str] | None = None
        self.shields: dict[str, list[int]] = {name: [] for name in seats}

    def judge(self) -> None:
        """Raises `FoulError` at the first thing that is against the rules."""
        for name, seat in self.seats.items():
            event = self.next(name, "draw-hand")
            seat.hand, seat.library = seat.library[:5], seat.library[5:]
            self.same(event["cards"], seat.hand, "the top cards are drawn")
        for name, seat in self.seats.items():
            self.mulligan(name, seat)
        for name in self.seats:
            self.same(self.next(name, "resources")["resources"], 2, "2 resources")
        winner = self.roll()
        fields = {name: s.battlefield for name, s in self.seats.items() if s.battlefield}
        if winner and fields:
            event = self.next(winner, "battlefield")
            self.same(event["battlefield"], fields.get(event["of"]), "a battlefield that is there")
            self.battlefield = (event["of"], event["battlefield"])
            loser = SEATS[1 - SEATS.index(event["of"])]
            if self.seats[loser].team:
                shares = self.next(loser, "shields")["shields"]
                self.same(len(shares), self.seats[loser].team, "a share for each character")
                self.same(sum(shares), 2, "two shields")
                self.same(all(0 <= n <= 3 for n in shares), True, "three shields at the most")
                self.shields[loser] = shares
        self.same(self.log, [], "nothing after the end")

    def next(self, player: str, action: str) -> dict[str, Any]:
        if not self.log:
            raise FoulError(f"the log ends before {action}")
        event = dict(self.log.pop(0))
        self.same((event["player"], event["action"]), (player, action), "who does what")
        return event

    def same(self, found: object, wanted: object, what: str) -> None:
        if found != wanted:
            raise FoulError(f"{what}: {found!r}, not {wanted!r}")

    def mulligan(self, name: str, seat: Seat) -> None:
        back = self.next(name, "mulligan")["returned"]
        if Counter(back) - Counter(seat.hand):
            raise FoulError("cards go back that were not in the hand")
        if not back:
            return
        event = self.next(name, "reshuffle")
        whole = Counter(seat.library) + Counter(back)
        self.same(Counter(event["library"]), whole, "the library and what came back")
        kept = Counter(seat.hand) - Counter(back)
        seat.library = list(event["library"])
        number = 5 - kept.total()
        drawn, seat.library = seat.library[:number], seat.library[number:]
        self.same(event["drawn"], drawn, "drawn from the top, up to five")
        seat.hand = [*kept.elements(), *drawn]

    def roll(self) -> str | None:
        while True:
            for name, seat in self.seats.items():
                event = self.next(name, "roll")
                self.same(len(event["faces"]), len(seat.dice), "all dice")
                for face, die in zip(event["faces"], seat.dice, strict=True):
                    self.same(face in die, True, f"{face} on {die}")
                seat.total = sum(map(number_above, event["faces"]))
                self.same(event["total"], seat.total, "the sum")
            if len(self.seats) == 1:
                return None
            one, two = (seat.total for seat in self.seats.values())
            if one != two:
                return "one" if one > two else "two"
            self.ties += 1
            if len(self.all_totals()) == 1:
                name = self.log[0]["player"]
                self.next(name, "lot")
                return str(name)

    def all_totals(self) -> set[int]:
        """Every total that any player can roll."""
        found = set()
        for seat in self.seats.values():
            sums = {0}
            for die in seat.dice:
                sums = {s + number_above(face) for s, face in product(sums, set(die))}
            found |= sums
        return found


@dataclass(frozen=True)
class Fact:
    """A card of the library as the referee of rounds knows it."""

    kind: str
    cost: int | None
    unique: bool
    die: list[str]


class RoundReferee:
    """Goes through the rounds of one player."""

    def __init__(
        self, seat: Seat, members: Sequence[str], facts: Mapping[str, Fact], resources: int = 2
    ) -> None:
        self.seat, self.members, self.facts = seat, members, facts
        self.resources = resources
        self.hand = Counter(seat.hand)
        self.library = list(seat.library)
        self.on: list[tuple[str, str]] = []
        self.supports: list[str] = []

    def judge(self, events: Sequence[Mapping[str, Any]], figures: Mapping[str, Any]) -> None:
        """Raises `FoulError` where a round is not as it is described."""
        log = list(events)
        roll = log.pop(0)
        # New upgrades go to the characters in turn, so compare dice as a multiset of dice.
        dice = [*self.seat.dice, *(self.facts[n].die for n in self.in_play() if self.facts[n].die)]
        self.check(len(roll["faces"]) == len(dice) == figures["dice"], "all dice are rolled")
        value = sum(map(number_above, roll["faces"]))
        self.check(value == roll["total"] == figures["value"], "the value")
        self.check(figures["blanks"] == roll["faces"].count("-"), "the blanks")
        harm = [f for f in roll["faces"] if f[0].isdigit() and f.strip("0123456789") in ("MD", "RD", "ID")]
        self.check(figures["damage"] == sum(map(number_above, harm)), "the damage")
        self.gain(roll["faces"], log[0] if log[0]["action"] == "gain" else None)
        log = [event for event in log if event["action"] != "gain"]
        self.check(figures["resources"] == self.resources, "resources")
        spent = sum(self.play(event) for event in log[:-1])
        self.check(not any(self.may_play(name) for name in self.hand), "no card that can be paid")
        self.check(figures["spent"] == spent, "spent")
        self.upkeep(log[-1])
        self.check(figures["hand"] == self.hand.total(), "the hand")
        self.check(figures["library"] == len(self.library), "the library")

    def gain(self, faces: Sequence[str], event: Mapping[str, Any] | None) -> None:
        plain = [f for f in faces if f.endswith("R") and f[0].isdigit()]
        more = [f for f in faces if f.endswith("R") and f[0] == "+"]
        paid = [f for f in faces if "R" in f and f[-1].isdigit() and "D" not in f]
        gained = event["gained"] if event else 0
        least = sum(map(number_above, plain)) + (sum(map(number_above, more)) if plain else 0)
        self.check(gained >= least, "all free resource faces count")
        if not paid:
            self.check(gained == least, "and nothing else does")
        self.resources += gained

    def in_play(self) -> list[str]:
        return [*(name for name, _ in self.on), *self.supports]

    def may_play(self, name: str) -> bool:
        fact = self.facts[name]
        if fact.cost is None or fact.cost > self.resources:
            return False
        if fact.unique and name in self.in_play():
            return False
        if fact.kind == "upgrade":
            return len(self.on) < 3 * len(self.members)
        return fact.kind in ("event", "support")

    def play(self, event: Mapping[str, Any]) -> int:
        name, cost = event["card"], self.facts[event["card"]].cost
        self.check(event["action"] == "play" and self.hand[name] > 0, "a card of the hand")
        self.check(self.may_play(name) and event["cost"] == cost, "a card that can be paid")
        dearest = max(self.facts[n].cost or 0 for n in self.hand if self.may_play(n))
        self.check(cost == dearest, "the dearest first")
        assert cost is not None
        self.hand -= Counter([name])
        self.resources -= cost
        if self.facts[name].kind == "upgrade":
            self.check(event["on"] in self.members, "on a character")
            self.on.append((name, event["on"]))
            for member, copies in Counter(self.members).items():
                held = sum(where == member for _, where in self.on)
                self.check(held <= 3 * copies, "three upgrades at the most")
        elif self.facts[name].kind == "support":
            self.supports.append(name)
        return cost

    def upkeep(self, event: Mapping[str, Any]) -> None:
        self.resources += 2
        self.check(event["action"] == "upkeep" and event["resources"] == self.resources, "upkeep")
        kept = self.hand - Counter(event["discarded"])
        self.check(not Counter(event["discarded"]) - self.hand, "discards are of the hand")
        now, self.resources = self.resources, self.resources + 2
        self.check(not any(self.may_play(name) for name in event["discarded"]), "no hasty discard")
        self.check(all(self.may_play(name) for name in kept), "nothing is kept in vain")
        self.resources = now
        number = max(0, 5 - kept.total())
        self.check(event["drawn"] == self.library[:number], "drawn from the top")
        self.hand = kept + Counter(event["drawn"])
        self.library = self.library[number:]

    def check(self, holds: bool, what: str) -> None:
        if not holds:
            raise FoulError(what)
