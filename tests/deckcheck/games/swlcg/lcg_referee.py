"""A referee for logs of the LCG, written from its rulebook and from nothing else.

It sees plain documents: for every seat what the cards are by name, the shuffled piles, events. It
knows nothing of the simulator: no class and no function of it is used here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

SEATS = ("dark", "light")
Facts = Mapping[str, Mapping[str, Any]]
"""What each card is, by its name: kind, cost, resources, affiliation, unique, title, force."""


class FoulError(AssertionError):
    """What the referee does not let pass."""


def require(holds: object, why: str, *facts: object) -> None:
    if not holds:
        raise FoulError(f"{why}: {facts}" if facts else why)


class Seat:
    """One player's things, moved only by what the log says."""

    def __init__(self, affiliation: str | None, objectives: list[str], library: list[str]) -> None:
        self.affiliation = affiliation
        self.objective_deck = list(objectives)
        self.library = list(library)
        self.objectives: list[str] = []
        self.hand: list[str] = []
        self.redrew = False


def judge_setup(
    facts: Mapping[str, Facts],
    affiliations: Mapping[str, str | None],
    piles: Mapping[str, Mapping[str, Sequence[str]]],
    events: Sequence[Mapping[str, Any]],
) -> dict[str, Seat]:
    """Judges a setup from its first event to its last; gives what every player has at the end."""
    seats = {
        name: Seat(affiliations[name], list(piles[name]["objectives"]), list(piles[name]["library"]))
        for name in SEATS
        if name in piles
    }
    log = list(events)

    def take(action: str, player: str) -> Mapping[str, Any]:
        require(log, "the log ends too early", action)
        event = log.pop(0)
        require((event["action"], event["player"]) == (action, player), "another event", event)
        return event

    drawn: dict[str, list[str]] = {}
    for name, seat in seats.items():
        event = take("draw-objectives", name)
        drawn[name], seat.objective_deck = seat.objective_deck[:4], seat.objective_deck[4:]
        require(event["drawn"] == drawn[name], "not the top four objectives", event)
    for name, seat in seats.items():
        event = take("objectives", name)
        require(len(event["kept"]) == min(3, len(drawn[name])), "three are put into play", event)
        both = Counter(event["kept"]) + Counter(event["under"])
        require(both == Counter(drawn[name]), "kept and put under are those drawn", event)
        seat.objectives = list(event["kept"])
        seat.objective_deck += event["under"]
    for name, seat in seats.items():
        event = take("draw-hand", name)
        seat.hand, seat.library = seat.library[:6], seat.library[6:]
        require(event["cards"] == seat.hand, "not the top six cards", event)
    for name, seat in seats.items():
        if take("mulligan", name)["redraw"]:
            event = take("reshuffle", name)
            every = Counter(seat.hand) + Counter(seat.library)
            require(Counter(event["library"]) == every, "other cards are shuffled", event)
            seat.hand, seat.library = list(event["library"][:6]), list(event["library"][6:])
            require(event["cards"] == seat.hand, "not the top six cards", event)
            seat.redrew = True
    for name, seat in seats.items():
        event = take("reveal", name)
        require(event["objectives"] == seat.objectives, "other objectives are revealed", event)
        require(event["resources"] == resources_of(facts[name], seat), "a wrong sum", event)
    require(not log, "events after the end", log)
    return seats


def resources_of(facts: Facts, seat: Seat) -> int:
    own = [] if seat.affiliation is None else [seat.affiliation]
    return sum(int(facts[name]["resources"]) for name in own + seat.objectives)


class Table:
    """A player in its turns, with focus tokens on every card in play."""

    def __init__(self, facts: Facts, seat: Seat) -> None:
        self.facts = facts
        own = [] if seat.affiliation is None else [seat.affiliation]
        self.sources: list[list[Any]] = [[name, 0] for name in own + seat.objectives]
        self.hand = list(seat.hand)
        self.library = list(seat.library)
        self.deployed: list[str] = []

    def ready(self, name: str, focus: int) -> int:
        return 0 if focus else int(self.facts[name]["resources"])

    def may_deploy(self, name: str) -> bool:
        """Whether a card of the hand could be deployed now, whoever pays."""
        card = self.facts[name]
        if card["kind"] not in ("Unit", "Enhancement") or card["cost"] is None:
            return False
        if card["unique"] and any(self.facts[d]["title"] == card["title"] for d in self.deployed):
            return False
        ready = [name for name, focus in self.sources if self.ready(name, focus)]
        if sum(int(self.facts[n]["resources"]) for n in ready) < card["cost"]:
            return False
        fits = any(self.facts[n]["affiliation"] == card["affiliation"] for n in ready)
        return card["cost"] == 0 or card["affiliation"] == "Neutral" or fits

    def deploy(self, event: Mapping[str, Any]) -> None:
        name = event["card"]
        require(name in self.hand, "not in the hand", event)
        require(self.may_deploy(name), "it cannot be deployed", event)
        better = [c for c in self.hand if self.may_deploy(c)]
        dearest = max(int(self.facts[c]["cost"]) for c in better)
        card = self.facts[name]
        require(event["cost"] == card["cost"] == dearest, "a dearer card could be paid", event)
        used = []
        for paid in event["paid"]:
            source = next(
                (s for s in self.sources if s[0] == paid["card"] and not s[1] and s not in used), None
            )
            require(source is not None, "no such card is ready", event)
            assert source is not None
            require(1 <= paid["focus"] <= self.ready(*source), "it has fewer resources", event)
            used.append(source)
            source[1] = paid["focus"]
        require(sum(paid["focus"] for paid in event["paid"]) == card["cost"], "a wrong sum", event)
        if card["cost"] and card["affiliation"] != "Neutral":
            matches = [self.facts[s[0]]["affiliation"] == card["affiliation"] for s in used]
            require(any(matches), "nothing of its affiliation pays", event)
        self.hand.remove(name)
        self.deployed.append(name)
        self.sources.append([name, 0])

    def useless(self) -> list[str]:
        """What the draw phase may discard: the dearest of what can never be paid, else the rest."""
        ready = [[name, 0] for name, _ in self.sources]
        tokens, self.sources = self.sources, ready
        gone = [name for name in self.hand if not self.may_deploy(name)]
        self.sources = tokens
        cards = [n for n in gone if self.facts[n]["kind"] in ("Unit", "Enhancement")]
        dearest = max((self.facts[n]["cost"] or 0 for n in cards), default=0)
        return [n for n in cards if (self.facts[n]["cost"] or 0) == dearest] or gone

    def discard(self, draw: Mapping[str, Any]) -> None:
        useless = self.useless()
        if draw["discarded"] is None:
            require(not useless, "a card without use is kept", draw, useless)
        else:
            require(draw["discarded"] in useless, "a card of use is discarded", draw, useless)
            self.hand.remove(draw["discarded"])

    def judge_turn(
        self, number: int, events: Sequence[Mapping[str, Any]], figures: Mapping[str, Any]
    ) -> None:
        refresh, draw, *deployments = events
        require([e["turn"] for e in events] == [number] * len(events), "another turn", events)
        actions = ["refresh", "draw"] + ["deploy"] * len(deployments)
        require([e["action"] for e in events] == actions, "another order", events)
        for source in self.sources:
            source[1] -= source[1] > 0
        ready = sum(self.ready(*source) for source in self.sources)
        require(refresh["resources"] == ready == figures["resources"], "ready ones", refresh)
        self.discard(draw)
        wanted = max(0, 6 - len(self.hand))
        drawn, self.library = self.library[:wanted], self.library[wanted:]
        require(draw["drawn"] == drawn, "not filled up to six", draw)
        require(draw["missing"] == wanted - len(drawn), "cards are missing", draw)
        self.hand += drawn
        for event in deployments:
            self.deploy(event)
        require(not any(map(self.may_deploy, self.hand)), "more could be deployed", self.hand)
        kinds = Counter(self.facts[name]["kind"] for name in self.deployed)
        told = {
            "spent": sum(e["cost"] for e in deployments),
            "drawn": len(drawn),
            "discarded": draw["discarded"] is not None,
            "out_of_cards": draw["missing"] > 0,
            "deployed": len(deployments),
            "units": kinds["Unit"],
            "enhancements": kinds["Enhancement"],
            "force_icons": sum(
                int(self.facts[d]["force"]) for d in self.deployed if self.facts[d]["kind"] == "Unit"
            ),
            "hand": len(self.hand),
            "library": len(self.library),
        }
        for name, value in told.items():
            require(figures[name] == value, "a wrong figure", name, figures[name], value)
