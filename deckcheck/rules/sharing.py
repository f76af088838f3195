"""Sharing out copies over several parts of a deck, where some of them may count for either of two."""

from collections.abc import Callable, Mapping, Sequence


def fill(
    order: Sequence[int], copies: Sequence[int], sizes: Sequence[int], fits: Callable[[int, int], bool]
) -> list[list[int]]:
    """The copies that each of the rooms of these sizes holds: as many as can be stand where they fit.

    Copies are given by their number for each kind, kinds by their place, in the `order` in which they
    go first.

    >>> fill([0, 1], [1, 1], [1, 1], lambda kind, room: kind == 0 or room == 0)
    [[1], [0]]
    """
    held: list[list[int]] = [[] for _ in sizes]

    def place(kind: int, seen: set[int]) -> bool:
        for room, there in enumerate(held):
            if room in seen or not fits(kind, room):
                continue
            seen.add(room)
            if len(there) < sizes[room]:
                there.append(kind)
                return True
            for number, other in enumerate(there):
                if place(other, seen):
                    there[number] = kind
                    return True
        return False

    for kind in order if sizes else ():
        for _ in range(copies[kind]):
            place(kind, set())
    return held


def share_out(copies: Sequence[tuple[tuple[str, ...], int]], wanted: Mapping[str, int]) -> dict[str, int]:
    """How many copies count for each part, shared out so that as many as can be are `wanted`.

    Copies are given by the parts for which one may count, and their number. Those of one part are
    no question; for each copy of another one, room is made along a path of copies that can give
    way, as in matching.

    >>> share_out([(("combat",), 3), (("combat", "science"), 1)], {"combat": 3, "science": 1})
    {'combat': 3, 'science': 1}
    """
    counted = dict.fromkeys(wanted, 0)
    placed: list[tuple[tuple[str, ...], str]] = []
    for parts, number in copies:
        if len(parts) == 1:
            counted[parts[0]] += number
    for parts, number in copies:
        for _ in range(number if len(parts) > 1 else 0):
            moves, end = _way_to_room(parts, placed, counted, wanted)
            counted[end] += 1
            placed.append((parts, placed[moves[0][0]][1] if moves else end))
            for place, part in moves:
                placed[place] = placed[place][0], part
    return counted


def _way_to_room(
    parts: tuple[str, ...],
    placed: Sequence[tuple[tuple[str, ...], str]],
    counted: Mapping[str, int],
    wanted: Mapping[str, int],
) -> tuple[list[tuple[int, str]], str]:
    """The fewest copies, by their place, that change to another part, and the part that gets one more.

    Where no part has room, it is the smallest of the new copy's own.
    """
    ways: dict[str, list[tuple[int, str]]] = {part: [] for part in parts}
    reached = list(parts)
    for part in reached:  # it grows on the way
        if counted[part] < wanted[part]:
            return ways[part], part
        for place, (others, now) in enumerate(placed):
            for other in others if now == part else ():
                if other not in ways:
                    ways[other] = [*ways[part], (place, other)]
                    reached.append(other)
    return [], min(parts, key=counted.__getitem__)
