"""The moves of batch-played setups as the events of the log, the same that one game would write."""

from collections.abc import Sequence

from deckcheck.games.swtcg.batch.setup import BatchMoves
from deckcheck.games.swtcg.batch.state import PARTIAL_WAY, UNDER_WAY, WAYS, Players
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.moves import TOP, UNDER, Event
from deckcheck.games.swtcg.setup.rules import HAND_SIZE, SETUP_TOTAL


def events_by_player(players: Players, record: Sequence[BatchMoves], player: str) -> list[list[Event]]:
    """For each row its events in order, from drawing the hand to being done."""
    events = [_opening(players, row, player) for row in range(len(players))]
    for moves in record:
        columns = (moves.rows, moves.ways, moves.cards, moves.arenas, moves.added, moves.drew, moves.totals)
        names = [*(card.name for card in players.deck.deck.cards), None]
        for row, way, card, arena, added, drew, total in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            event: Event = {"player": player}
            if way < WAYS:
                stack = None if way < UNDER_WAY else UNDER if way == UNDER_WAY else TOP
                event |= {"action": "put", "card": names[card], "cost": added}
                event |= {"arena": ARENAS[arena], "stack": stack, "drew": names[drew]}
            elif way == PARTIAL_WAY:
                event |= {"action": "partial", "card": names[card]}
                event |= {"counters": SETUP_TOTAL - total, "drew": names[drew]}
            else:
                event |= {"action": "done"}
            events[row].append(event | {"total": total})
    return events


def interleaved(dark: Sequence[Event], light: Sequence[Event]) -> list[Event]:
    """The events of both players of a setup in the order of the rules.

    Both draw, both mulligan, Dark first; then a player goes on until its total is above the
    other's, or it has 30, or it is done; Dark's first unit passes the move at once.
    """
    sides = (dark, light)
    merged = [side[step] for step in range(2) for side in sides]
    place, totals, over = [2, 2], [0, 0], [False, False]
    player, opened = 0, False
    while not all(over):
        event = sides[player][place[player]]
        merged.append(event)
        place[player] += 1
        totals[player] = event["total"]
        over[player] = event["action"] != "put"
        other = 1 - player
        ahead = totals[player] > totals[other] or totals[player] == SETUP_TOTAL
        opening = player == 0 and not opened
        opened = True
        if not over[other] and (over[player] or ahead or opening):
            player = other
    return merged


def _opening(players: Players, row: int, player: str) -> list[Event]:
    names = [*(card.name for card in players.deck.deck.cards), None]
    library = [names[card] for card in players.libraries[row].tolist()]
    hand = [name for name in library[:HAND_SIZE] if name is not None]
    discarded = [
        name
        for name, gone in zip(library, players.discarded[row].tolist(), strict=False)
        if gone and name is not None
    ]
    drawn = library[HAND_SIZE : HAND_SIZE + len(discarded)]
    return [
        {"player": player, "action": "draw-hand", "cards": hand},
        {
            "player": player,
            "action": "mulligan",
            "discarded": discarded,
            "drawn": [name for name in drawn if name is not None],
        },
    ]
