"""Everybody meets everybody once; a second time with the first seats exchanged, and so on."""

from collections.abc import Sequence

from db.language import gettext as _
from deckcheck.events.errors import CannotPairError
from deckcheck.events.pairing import check_ready, draws, shuffled
from deckcheck.events.values import EventSettings, First, Round, Table, Tournament

_FREE = 0


def circle(seats: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """The pairs of one round of the circle method: the first stays, the others move on.

    >>> [circle((1, 2, 3, 4), turn) for turn in range(3)]
    [[(1, 4), (2, 3)], [(1, 3), (4, 2)], [(1, 2), (3, 4)]]
    """
    others = list(seats[1:])
    turn %= max(1, len(others))
    turned = [seats[0], *others[len(others) - turn :], *others[: len(others) - turn]]
    half = len(turned) // 2
    return list(zip(turned[:half], reversed(turned[half:]), strict=True))


def pair_round_robin(event: Tournament, seed: int, number: int = 0) -> Round:
    """The next round of a round robin, whose order the seed of its first round gives.

    Whoever would meet a player who dropped has a bye. Raises CannotPairError for a player who came
    after the first round: the order of the others could not hold.
    """
    number = number or event.next_number
    check_ready(event, number)
    started = next((one for one in event.rounds if one.stage == "round-robin"), None)
    first_number = started.number if started else number
    seed = started.facts.get("seed", seed) if started else seed
    members = [player for player in event.players if player.plays(first_number)]
    if late := [player.name for player in event.players if player.entered > first_number]:
        raise CannotPairError(
            _("a round robin takes no late entries, and {late} came after round {first_number}"),
            late=late[0],
            first_number=first_number,
        )
    order = shuffled([player.number for player in members], seed, first_number)
    seats = [*order, _FREE] if len(order) % 2 else order
    here = {player.number for player in event.players_in(number)}
    pairs = circle(seats, number - first_number)
    leg = (number - first_number) // max(1, len(seats) - 1)
    tables = _tables(pairs, here, event.settings, seed, leg)
    return Round(number, tables, "round-robin", facts={"seed": seed, "rematches": 0, "floats": 0})


def _tables(
    pairs: Sequence[tuple[int, int]], here: set[int], settings: EventSettings, seed: int, leg: int
) -> tuple[Table, ...]:
    """The tables of a round; byes last. In every second leg the other player has the first seat."""
    whole = [pair for pair in pairs if here.issuperset(pair)]
    alone = [player for pair in pairs if not here.issuperset(pair) for player in pair]
    tables = []
    for number, (one, two) in enumerate(whole, 1):
        low, high = sorted((one, two))
        drawn = draws(seed, low * 100_003 + high, 2).next_below(2)
        first: First = ""
        if settings.first_seat == "drawn":
            owner = (low, high)[(drawn + leg) % 2]
            first = "one" if owner == one else "two"
        tables.append(Table(number, one, two, first))
    byes = [player for player in alone if player in here]
    tables += [Table(n, player) for n, player in enumerate(byes, len(tables) + 1)]
    return tuple(tables)
