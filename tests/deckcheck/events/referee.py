"""A referee of events: random tournaments, all pairings tried, standings counted a second time.

It shares nothing with the program but the values; what a pairing or a figure must be is written
down here again, as slowly and plainly as can be.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from deckcheck.events.pairing import pair_swiss
from deckcheck.events.presets import PRESETS
from deckcheck.events.result_text import check_result
from deckcheck.events.values import EventSettings, Outcome, Player, Result, Round, Tournament

CLUBS = ("", "", "North", "South", "West")


def random_settings(rng: random.Random) -> EventSettings:
    """One of the presets, with some settings changed."""
    chosen = PRESETS[rng.choice(sorted(PRESETS))]
    return replace(
        chosen,
        unfinished=rng.choice(("draw", "none")),
        late=rng.choice(("loss", "none")),
        club_rounds=rng.choice((0, 1, 2)),
        first_seat=rng.choice(("drawn", "bid")),
    )


def random_result(rng: random.Random, settings: EventSettings) -> Result:
    """A result that a match by the settings may have: also draws, absent players, open games."""
    kind = rng.random()
    if kind < 0.04:
        return Result(absent=rng.choice(("one", "two", "both")))
    if kind < 0.08:
        return Result(intentional=True)
    games: list[Outcome] = []
    while len(games) < settings.games:
        games.append(rng.choices(("one", "two", "draw", "unfinished"), (45, 45, 7, 3))[0])
        won = max(games.count("one"), games.count("two"))
        if games[-1] == "unfinished" or (settings.best_of and won == settings.wins_needed):
            break
    result = Result(tuple(games))
    check_result(result, settings, "a random result")
    return result


def random_players(rng: random.Random, number: int, rounds: int) -> tuple[Player, ...]:
    """Players of a few clubs, some of whom come late; numbers have gaps."""
    numbers = sorted(rng.sample(range(1, 3 * number + 1), number))
    return tuple(
        Player(
            n,
            f"Player {n}",
            rng.choice(CLUBS),
            rng.randint(2, rounds) if rounds > 1 and place > 3 and rng.random() < 0.05 else 1,
        )
        for place, n in enumerate(numbers)
    )


def random_tournament(rng: random.Random, number: int, rounds: int) -> Iterator[tuple[Tournament, Round]]:
    """The event before each round, with the round as it was paired; then results, and drops."""
    event = Tournament(random_players(rng, number, rounds), (), random_settings(rng))
    for turn in range(1, rounds + 1):
        if len(event.players_in(turn)) < 2:
            return
        one = pair_swiss(event, rng.getrandbits(40))
        yield event, one
        event = replace(event, rounds=(*event.rounds, played(rng, one, event.settings)))
        event = replace(event, players=tuple(_maybe_dropped(rng, p, turn) for p in event.players))


def played(rng: random.Random, one: Round, settings: EventSettings) -> Round:
    """The round with a result at every table."""
    tables = tuple(
        t if t.two is None else replace(t, result=random_result(rng, settings)) for t in one.tables
    )
    return replace(one, tables=tables)


def _maybe_dropped(rng: random.Random, player: Player, turn: int) -> Player:
    if player.dropped is None and player.entered <= turn and rng.random() < 0.03:
        return replace(player, dropped=turn)
    if player.dropped not in (None, turn) and rng.random() < 0.3:
        return replace(player, dropped=None)
    return player


# --- pairings, all of them ---------------------------------------------------------------------


def all_pairings(players: list[int]) -> Iterator[list[tuple[int, int | None]]]:
    """Every way to pair players, with one bye (None) where they are odd."""
    if len(players) % 2:
        for n, alone in enumerate(players):
            for rest in all_pairings(players[:n] + players[n + 1 :]):
                yield [*rest, (alone, None)]
    elif not players:
        yield []
    else:
        for n in range(1, len(players)):
            for rest in all_pairings(players[1:n] + players[n + 1 :]):
                yield [(players[0], players[n]), *rest]


class Past:
    """What was before a round, counted afresh from the tables."""

    def __init__(self, event: Tournament, number: int) -> None:
        self.event, self.number = event, number
        self.here = [
            p.number
            for p in event.players
            if p.entered <= number and (p.dropped is None or p.dropped >= number)
        ]
        self.clubs = {p.number: p.club for p in event.players}
        self.met: list[set[int]] = []
        self.byes = dict.fromkeys((p.number for p in event.players), 0)
        self.floats = dict.fromkeys(self.byes, 0)
        for one in event.rounds:
            before = naive_points(event, one.number)
            for table in one.tables:
                if table.two is None:
                    self.byes[table.one] += 1
                else:
                    self.met.append({table.one, table.two})
                    if before[table.one] != before[table.two]:
                        self.floats[table.one] += 1
                        self.floats[table.two] += 1
        self.points = naive_points(event, number)
        self.table = naive_standings(event)

    def cost(self, pairs: list[tuple[int, int | None]]) -> tuple[Fraction | int, ...]:
        """What a pairing costs, aim by aim, in points and not in units of them."""
        second = again = low = often = floats = club = 0
        squares = Fraction(0)
        fewest = min(self.byes[n] for n in self.here)
        for one, two in pairs:
            if two is None:
                second += self.byes[one] - fewest
                low += sum(self.table[n] < self.table[one] for n in self.here)
                continue
            again += {one, two} in self.met
            often += sum(pair == {one, two} for pair in self.met)
            difference = self.points[one] - self.points[two]
            squares += difference * difference
            floats += (self.floats[one] + self.floats[two]) if difference else 0
            same = bool(self.clubs[one]) and self.clubs[one] == self.clubs[two]
            club += same and self.number <= self.event.settings.club_rounds
        return (second, again, low, often, squares, floats, club)

    def best(self) -> tuple[Fraction | int, ...]:
        """The smallest cost of all pairings."""
        return min(self.cost(pairs) for pairs in all_pairings(self.here))

    def can_avoid_rematches(self) -> bool:
        """Whether the players can be paired anew, the bye with one of those who had fewest."""
        fewest = min(self.byes[n] for n in self.here)
        if len(self.here) % 2 == 0:
            return self._anew(tuple(self.here))
        return any(
            self._anew(tuple(n for n in self.here if n != alone))
            for alone in self.here
            if self.byes[alone] == fewest
        )

    def _anew(self, players: tuple[int, ...]) -> bool:
        if not players:
            return True
        one, *others = players
        return any(
            {one, two} not in self.met and self._anew(tuple(n for n in others if n != two)) for two in others
        )


# --- standings, counted a second time -----------------------------------------------------------


def naive_match(settings: EventSettings, result: Result, side: str) -> tuple[str, int, int, int]:
    """Outcome, games won, drawn and lost of one side of a table."""
    needed = settings.games // 2 + 1 if settings.best_of else settings.games
    if result.absent in ("both", side):
        return "loss", 0, 0, needed
    if result.absent:
        return "win", needed, 0, 0
    won = drawn = lost = 0
    for game in result.games:
        if game == side:
            won += 1
        elif game in ("one", "two"):
            lost += 1
        elif game == "draw" or settings.unfinished == "draw":
            drawn += 1
    if result.intentional and not result.games:
        drawn = settings.games
    outcome = "win" if won > lost else "loss" if won < lost else "draw"
    return outcome, won, drawn, lost


def naive_lines(
    event: Tournament, before: int
) -> dict[int, list[tuple[int | None, str, int, int, int, bool]]]:
    """For each player: opponent, outcome, games won, drawn, lost, and whether it was a bye."""
    settings = event.settings
    needed = settings.games // 2 + 1 if settings.best_of else settings.games
    lines: dict[int, list[tuple[int | None, str, int, int, int, bool]]] = {}
    for player in event.players:
        mine = lines[player.number] = []
        for one in event.rounds:
            if one.number >= before or one.stage == "elimination":
                continue
            seat = next((t for t in one.tables if player.number in (t.one, t.two)), None)
            if seat is None:
                gone = player.dropped is not None and player.dropped < one.number
                if settings.late == "loss" and (player.entered > one.number or not gone):
                    mine.append((None, "loss", 0, 0, 0, False))
            elif seat.two is None:
                mine.append((None, "win", needed, 0, 0, True))
            elif seat.result is not None:
                side = "one" if seat.one == player.number else "two"
                other = seat.two if side == "one" else seat.one
                mine.append((other, *naive_match(settings, seat.result, side), False))
    return lines


def naive_points(event: Tournament, before: int = 10**6) -> dict[int, Fraction]:
    """The points of all players before a round."""
    win, draw, loss = event.settings.match_points
    game_win, game_draw, game_loss = event.settings.game_points
    points = {}
    for player, lines in naive_lines(event, before).items():
        total = Fraction(0)
        for _, outcome, won, drawn, lost, _ in lines:
            if event.settings.points_from == "games":
                total += game_win * won + game_draw * drawn + game_loss * lost
            else:
                total += {"win": win, "draw": draw, "loss": loss}[outcome]
        points[player] = total
    return points


def naive_standings(event: Tournament, before: int = 10**6) -> dict[int, tuple[Fraction, ...]]:
    """Points and the usual tiebreakers of each player."""
    settings, lines, points = (event.settings, naive_lines(event, before), naive_points(event, before))
    worth = dict(zip(("win", "draw", "loss"), settings.match_points, strict=True))

    def match_win(player: int) -> Fraction:
        got = sum((worth[line[1]] for line in lines[player]), Fraction(0))
        most = worth["win"] * len(lines[player])
        return max(settings.floor, got / most) if most else settings.floor

    def game_win(player: int) -> Fraction:
        got = most = Fraction(0)
        for _, _, won, drawn, lost, _ in lines[player]:
            got += sum(
                (n * p for n, p in zip((won, drawn, lost), settings.game_points, strict=True)), Fraction(0)
            )
            most += settings.game_points[0] * (won + drawn + lost)
        return max(settings.floor, got / most) if most else settings.floor

    def opponents(player: int) -> list[int]:
        return [line[0] for line in lines[player] if line[0] is not None]

    def mean(values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    tiebreaks: dict[str, Callable[[int], Fraction]] = {
        "opponents_match_win": lambda n: mean([match_win(o) for o in opponents(n)]),
        "game_win": game_win,
        "opponents_game_win": lambda n: mean([game_win(o) for o in opponents(n)]),
        "match_win": match_win,
        "strength_of_schedule": lambda n: mean([points[o] / len(lines[o]) for o in opponents(n)]),
        "opponents_points": lambda n: sum((points[o] for o in opponents(n)), Fraction(0)),
        "match_wins": lambda n: Fraction(sum(line[1] == "win" for line in lines[n])),
        "game_wins": lambda n: Fraction(sum(line[2] for line in lines[n])),
    }
    return {n: (points[n], *(tiebreaks[name](n) for name in settings.tiebreaks)) for n in lines}
