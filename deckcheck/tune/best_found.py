"""A legal deck with more of a figure: candidates by exact stand-ins and by steps, compared by playing.

Nothing is proven here. The deck that wins the races is played once more, on games that no race had,
beside the deck as it is: so the figures that are told are not those by which it was chosen.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import inf
from time import monotonic
from typing import TypeVar

from db.language import gettext as _
from deckcheck.chance.estimates import NORMAL_95, Figure
from deckcheck.deck import Deck
from deckcheck.repair.integer_program import changes_between
from deckcheck.repair.planning import RepairedDeck, changed_deck
from deckcheck.repair.prepared import Item
from deckcheck.repair.problem import Problem, make_problem
from deckcheck.repair.result import Plan
from deckcheck.repair.solving import Solver
from deckcheck.report import ILLEGAL, LEGAL, Report
from deckcheck.rules.slot import Slot
from deckcheck.simulators.simulator import PlayDeck
from deckcheck.tune.races import LEAST_BLOCKS, Races, Steps, gain, total
from deckcheck.tune.tune import Tuned, Tuning

STAND_INS, STEPS, PLAYING = "stand-ins", "steps", "simulation"
"""The methods."""

_USUAL = 8
"""So many changes are tried where no number is given: each two are a step that plays anew."""

_FOR_EACH = 20
"""The races play so often the games by which the result is told."""

_RACERS, _LOOKED_AT, _ROUNDS = 16, 300, 5
"""So many candidates race in a step, of so many at most that are looked at; the rounds of such a race."""

_BEST_LOOKS, _LEAST_GAMES = 12, 256
"""Of so many types and costs all kinds of cards are played; the games that tell anything of one."""

Copies = Mapping[Slot, int]
T = TypeVar("T")
Move = tuple[Slot, int]


@dataclass(frozen=True, slots=True)
class Step:
    """A deck on the way to the best one: its changes, and the figure by games that no race had."""

    changes: int
    figure: Figure

    @property
    def value(self) -> float:
        """The value of the figure."""
        return self.figure.value


@dataclass(frozen=True, slots=True)
class BestFound:
    """The best deck that was found for a figure; `plan` is None where none is legal within the changes.

    `gain` is how much more of the figure it has than the deck as it was, over the same games, with the
    standard error of that. `frontier` are the decks on the way, of `looked` changes at most; `tried` decks
    were played, `played` games in all; `open` says why no more. `nearest` are the changes of the nearest
    legal deck.
    """

    before: Report
    words: str
    seed: int
    looked: int = 0
    before_figure: Figure | None = None
    after: Report | None = None
    plan: Plan | None = None
    figure: Figure | None = None
    gain: tuple[float, float] | None = None
    frontier: tuple[Step, ...] = ()
    tried: int = 0
    played: int = 0
    open: str = ""
    nearest: int | None = None

    @property
    def is_legal(self) -> bool:
        """Whether the deck is legal for certain."""
        return self.after is not None and self.after.verdict == LEGAL


def tune_by_playing(
    stand_ins: Sequence[Tuning],
    ready: Callable[[Deck], PlayDeck],
    races: Races,
    games: int,
    nothing: BestFound,
    until: float = inf,
) -> Steps[BestFound]:
    """The best deck that is found for a figure; `games` are those by which the result is told.

    At the time `until`, by the monotonic clock, the search ends with what it has.
    """
    return _FigureSearch(stand_ins, ready, races, games, until).found(nothing)


class _FigureSearch:
    """A search on its way; a deck is the copies of its known cards."""

    def __init__(
        self,
        stand_ins: Sequence[Tuning],
        ready: Callable[[Deck], PlayDeck],
        races: Races,
        games: int,
        until: float,
    ) -> None:
        first = stand_ins[0]
        self._stand_ins, self._ready, self._races, self._games = stand_ins, ready, races, games
        self._judge, options = first.judge, first.options
        self._most = _USUAL if options.changes is None else options.changes
        self._conditions = options.repair.conditions
        prepared = first.prepared(None)
        self._way = RepairedDeck(prepared, first.deck, options.repair.owned, options.repair.drop_unknown)
        self._start, self._unknown = self._way.copies(), self._way.unknown()
        names = (entry.quantity for entry in first.deck.entries if entry.card is None)
        self._dropped = sum(names) if options.repair.drop_unknown else 0
        self._solver = Solver(prepared, self._start, self._unknown, inf)
        problem = make_problem(prepared, self._start, self._conditions, unknown=self._unknown)
        self._least = {item.slot: item.least for item in problem.items}
        self._may_come = {item.slot: item.most for item in problem.items} | _one_of_each(problem)
        self._steps = max(1, (self._most + 1) // 2)
        self._share = games * _FOR_EACH // (self._steps + 1)
        self._tried, self._until, self._open = 0, until, ""
        self._known: dict[object, float] = {}

    def found(self, nothing: BestFound) -> Steps[BestFound]:
        """The best deck, told by new games."""
        proposed = []
        for one in self._stand_ins:
            proposed.append(one.tuned(self._conditions))
            yield 0
            if monotonic() >= self._until:
                break
        nothing = replace(nothing, looked=self._most, nearest=proposed[0].nearest)
        starts = list(self._starts(proposed))
        if not starts:
            return replace(nothing, open=proposed[0].open)
        now = yield from self._in_time(self._winner(starts), starts[0])
        path = [now]
        for _unused in range(self._steps):
            if (better := (yield from self._in_time(self._step(now), now))) == now:
                break
            now = better
            path.append(now)
        return (yield from self._told(path, nothing))

    def _in_time(self, steps: Steps[T], otherwise: T) -> Steps[T]:
        """The finding of a part of the search, or `otherwise` where the time ends before."""
        try:
            while monotonic() < self._until:
                yield next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
        self._open = _("The time was over before all decks were tried.")
        return otherwise

    def _starts(self, proposed: Iterable[Tuned]) -> Iterator[Copies]:
        """Yields the deck as it is, where it is legal, and those that have the best odds of stand-ins."""
        if self._dropped <= self._most and self._keeps_all(self._start) and self._is_legal(self._start):
            yield self._start
        for one in proposed:
            if one.plan is not None:
                yield RepairedDeck(self._way.prepared, one.plan.deck).copies()

    def _told(self, path: Sequence[Copies], nothing: BestFound) -> Steps[BestFound]:
        """The last deck of a path beside the deck as it is; that, too, where the other may be no better."""
        decks = [self._way.deck, *(self._deck(one) for one in path)]
        if not any(entry.quantity for entry in decks[0].entries):
            decks[0] = decks[1]
        ready = [self._ready(deck) for deck in decks]
        first, *others = yield from self._races.play(ready, self._games, LEAST_BLOCKS)
        is_legal = not self._dropped and self._keeps_all(self._start) and self._is_legal(self._start)
        if is_legal and _is_luck(gain(first, others[-1])):
            path, others = [self._start], [first]
        told = {self._changes(one): total(sums) for one, sums in zip(path, others, strict=True)}
        if is_legal:
            told[0] = total(first)
        last, best = self._changes(path[-1]), total(others[-1])
        plan = self._way.plan(self._start, path[-1], self._unknown, self._conditions)
        return replace(
            nothing,
            before_figure=total(first),
            after=self._judge.validate(plan.deck),
            plan=plan,
            figure=best,
            gain=gain(first, others[-1]),
            frontier=(*_rising(told, last, best.value), Step(last, best)),
            tried=self._tried,
            played=self._races.played,
            open=self._open,
        )

    def _step(self, now: Copies) -> Steps[Copies]:
        """The best deck one card out and one in away, or the same; what each alone does is played first.

        Of cards of one type and cost one is played, once for all steps, and of the best of these all kinds.
        """
        fit = list(self._that_fit(now))
        looks: dict[object, list[Move]] = {}
        for slot, step in dict.fromkeys(move for moves in fit for move in moves):
            look = (slot.card.type, slot.card.cost) if step > 0 else slot
            looks.setdefault(look, []).append((slot, step))
        new = {moves[0]: look for look, moves in looks.items() if look not in self._known}
        effects = yield from self._effects(now, list(new))
        self._known |= {look: effects[move] for move, look in new.items()}
        best = sorted(looks, key=lambda look: -self._known[look])[:_BEST_LOOKS]
        effects = yield from self._effects(now, [move for look in best for move in looks[look]])
        known = [moves for moves in fit if effects.keys() >= set(moves)]
        known.sort(key=lambda moves: -sum(effects[move] for move in moves))
        legal = (one for moves in known[:_LOOKED_AT] if self._is_legal(one := _moved(now, moves)))
        return (yield from self._winner([now, *islice(legal, _RACERS)]))

    def _that_fit(self, now: Copies) -> Iterator[tuple[Move, ...]]:
        """Yields a card out, one in, and both, that keep within the changes and all constraints."""
        out = [(slot, -1) for slot, n in now.items() if n > self._least.get(slot, 0)]
        come = [(slot, 1) for slot, most in self._may_come.items() if now.get(slot, 0) < most]
        left = self._most - self._changes(now)
        more = {
            (slot, step): 1 if (now.get(slot, 0) - self._start.get(slot, 0)) * step >= 0 else -1
            for slot, step in (*out, *come)
        }
        for moves in (*product(out), *product(come), *product(out, come)):
            if sum(more[move] for move in moves) <= left and self._keeps_all(_moved(now, moves)):
                yield moves

    def _effects(self, now: Copies, moves: Sequence[Move]) -> Steps[dict[Move, float]]:
        """How much more of the figure each move alone gives."""
        if not moves:
            return {}
        decks = [self._ready(self._deck(one)) for one in (now, *(_moved(now, [move]) for move in moves))]
        self._tried += len(moves)
        games = max(_LEAST_GAMES, self._share // 4 // len(decks))
        first, *others = yield from self._races.play(decks, games)
        return {
            move: total(sums).value - total(first).value for move, sums in zip(moves, others, strict=True)
        }

    def _winner(self, decks: Sequence[Copies]) -> Steps[Copies]:
        self._tried += len(decks)
        ready = [self._ready(self._deck(one)) for one in decks]
        return decks[(yield from self._races.winner(ready, self._share // 2 // (_ROUNDS * len(decks))))]

    def _keeps_all(self, copies: Copies) -> bool:
        return self._solver.keeps_all(copies, self._conditions)

    def _is_legal(self, copies: Copies) -> bool:
        """Whether a deck that keeps all is not illegal: names that are no card for certain may stay."""
        return self._judge.validate(self._deck(copies)).verdict != ILLEGAL

    def _deck(self, copies: Copies) -> Deck:
        return changed_deck(self._way.kept, copies, self._judge.game)

    def _changes(self, copies: Copies) -> int:
        return self._dropped + changes_between(self._start, copies)


def _one_of_each(problem: Problem) -> dict[Slot, int]:
    """Of cards that are alike in the rules, type, side and cost one that is free, or the first by name."""
    kinds: dict[object, Item] = {}
    for key, pool in problem.pools.items():
        for item in pool:
            kind = key, item.slot.card.cost
            if kind not in kinds or (item.free and not kinds[kind].free):
                kinds[kind] = item
    return {item.slot: item.most for item in kinds.values()}


def _moved(copies: Copies, moves: Iterable[tuple[Slot, int]]) -> Copies:
    found = dict(copies)
    for slot, step in moves:
        found[slot] = found.get(slot, 0) + step
    return {slot: n for slot, n in found.items() if n}


def _is_luck(more: tuple[float, float]) -> bool:
    """Whether a gain may well be none."""
    return more[0] <= NORMAL_95 * more[1]


def _rising(told: Mapping[int, Figure], changes: int, value: float) -> Iterator[Step]:
    """Yields the figures below a value that each beat those of fewer changes."""
    best = -inf
    for one in sorted(told):
        if one < changes and best < told[one].value < value:
            best = told[one].value
            yield Step(one, told[one])
