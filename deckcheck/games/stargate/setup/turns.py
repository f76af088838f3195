"""The first turns as Hero, played alone, without an opponent.

Stargate TCG rulebook 2007, "Turn sequence". A turn: 3 power and 1 more for each glyph; what stays
in play is put there, dearest first; Missions are tried one after another as long as characters are
ready and none has failed; everything is made ready, failed Missions go under their pile, the hand
is filled up to eight. Left out are Events and all words of cards, the reinforcing of characters,
skills that Gear and Ships may give, and the opponent with obstacles, adversaries and complications.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from db.language import filled, gettext as _
from deckcheck.games.stargate.cards import SKILLS
from deckcheck.games.stargate.setup.cards import CHARACTERS, STAYING, StargatePlayCard
from deckcheck.games.stargate.setup.policies import BASIC_POWER
from deckcheck.games.stargate.setup.setup import HAND_SIZE, StargatePlayer
from deckcheck.simulators.playing import names_of, without
from deckcheck.simulators.simulator import Event, Turn

GLYPHS_TO_WIN = 7
_MOST_READY = 12
"""Of more characters than this, only the strongest are tried together."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a player between turns."""

    hand: tuple[StargatePlayCard, ...]
    library: tuple[StargatePlayCard, ...]
    missions: tuple[StargatePlayCard, ...]
    characters: tuple[StargatePlayCard, ...]
    others: tuple[StargatePlayCard, ...] = ()
    glyphs: int = 0
    experience: int = 0


def play_turns(player: StargatePlayer, number: int) -> list[Turn]:
    """So many turns of a player alone, after a setup; a stopped character misses the first."""
    board = Board(player.hand, player.library, player.missions, player.team)
    turns = []
    for turn in range(1, number + 1):
        stopped = (player.stopped,) if turn == 1 and player.stopped else ()
        board, played = play_turn(board, turn, stopped)
        turns.append(played)
    return turns


def play_turn(board: Board, turn: int, stopped: Sequence[StargatePlayCard] = ()) -> tuple[Board, Turn]:
    """The board after a turn, and what happened in it."""
    power = BASIC_POWER + board.glyphs
    events: list[Event] = [_event(turn, "power", power=power)]
    board, left, put = _put_into_play(board, power)
    events += [_event(turn, "play", card=card.name, cost=card.cost) for card in put]
    before = board.glyphs
    tried = list(_try_missions(board, stopped))
    done = [mission for mission, team in tried if team]
    events += [
        _event(turn, "mission", card=mission.name, done=bool(team), by=names_of(team))
        for mission, team in tried
    ]
    failed = tuple(mission for mission, team in tried if not team)
    room = max(0, HAND_SIZE - len(board.hand))
    drawn = board.library[:room]
    events.append(_event(turn, "refill", drawn=names_of(drawn)))
    after = replace(
        board,
        hand=(*board.hand, *drawn),
        library=board.library[room:],
        missions=(*board.missions[len(tried) :], *failed),
        glyphs=before + len(done),
        experience=board.experience + sum(mission.experience for mission in done),
    )
    figures = {
        "power": power,
        "spent": power - left,
        "characters": len(after.characters),
        "missions": len(done),
        "glyphs": after.glyphs,
        "experience": after.experience,
        "seven_glyphs": after.glyphs >= GLYPHS_TO_WIN,
        "hand": len(after.hand),
        "library": len(after.library),
    }
    return after, Turn(tuple(events), figures, after.hand, tuple(_lines(after)))


def best_team(mission: StargatePlayCard, ready: Sequence[StargatePlayCard]) -> tuple[StargatePlayCard, ...]:
    """The characters that do a Mission: as few as can be, then with the least skill too many.

    None where all together cannot. A Mission with two skills is done in either.
    """
    tries = []
    for place, needed in enumerate(mission.skills):
        if needed is None:
            continue
        able = sorted(
            (card for card in ready if (card.skills[place] or 0) > 0),
            key=lambda card: -(card.skills[place] or 0),
        )[:_MOST_READY]
        for size in range(1, len(able) + 1):
            fits = [
                (size, total - needed, rank, team)
                for rank, team in enumerate(combinations(able, size))
                if (total := sum(card.skills[place] or 0 for card in team)) >= needed
            ]
            if fits:
                tries.append(min(fits, key=lambda one: one[:3]))
                break
    return min(tries, key=lambda one: one[:3])[3] if tries else ()


def _put_into_play(board: Board, power: int) -> tuple[Board, int, list[StargatePlayCard]]:
    """Puts what can be paid into play, dearest first; one character of a title only."""
    put: list[StargatePlayCard] = []
    titles = {card.title for card in board.characters}
    wanted = [card for card in board.hand if card.kind in STAYING and card.cost is not None]
    for card in sorted(wanted, key=lambda card: (-(card.cost or 0), card.number)):
        cost = card.cost or 0
        if cost > power or (card.kind in CHARACTERS and card.title in titles):
            continue
        power -= cost
        put.append(card)
        if card.kind in CHARACTERS:
            titles.add(card.title)
    new = tuple(card for card in put if card.kind in CHARACTERS)
    others = tuple(card for card in put if card.kind not in CHARACTERS)
    after = replace(
        board,
        hand=without(board.hand, put),
        characters=(*board.characters, *new),
        others=(*board.others, *others),
    )
    return after, power, put


def _try_missions(
    board: Board, stopped: Sequence[StargatePlayCard]
) -> Iterator[tuple[StargatePlayCard, tuple[StargatePlayCard, ...]]]:
    """Yields the Missions that are tried and who does them; nobody where one fails."""
    ready = without(board.characters, stopped)
    for mission in board.missions:
        team = best_team(mission, ready)
        yield mission, team
        ready = without(ready, team)
        if not team or not ready:
            return


def _event(turn: int, action: str, **facts: object) -> Event:
    return {"turn": turn, "action": action, **facts}


def turn_line(event: Event) -> str:
    """An event of a turn in one line, like `does Supply Raid, with Teal'c, Olaf`."""
    match event["action"]:
        case "power":
            return _("has {event} power", event=event["power"])
        case "play":
            return _("plays {event} for {event2}", event=event["card"], event2=event["cost"])
        case "mission":
            if event["done"]:
                return _("does {event}, with {event2}", event=event["card"], event2=", ".join(event["by"]))
            return _("fails {event}", event=event["card"])
    return _("draws {event}", event=", ".join(event["drawn"]) or _("nothing"))


def _lines(board: Board) -> Iterator[str]:
    skills = [sum(card.skills[n] or 0 for card in board.characters) for n in range(len(SKILLS))]
    shown = ", ".join(f"{filled(name, {})} {number}" for name, number in zip(SKILLS, skills, strict=True))
    yield (
        _(
            "{count} characters ({shown}), {glyphs} glyphs, {experience} experience",
            count=len(board.characters),
            shown=shown,
            glyphs=board.glyphs,
            experience=board.experience,
        )
    )
