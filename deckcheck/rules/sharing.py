"""Sharing out copies over several parts of a deck, where some of them may count for either of two."""

from collections.abc import Mapping, Sequence


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
            path = _path_to_room(parts, placed, counted, wanted)
            if path is None:
                chosen = min(parts, key=lambda part: counted[part])
            else:
                chosen = _make_room(path, placed, counted)
            placed.append((parts, chosen))
            counted[chosen] += 1
    return counted


_Path = list[tuple[int, str]]
"""Copies, by their place, that change to another part; the first part is the free one's."""


def _path_to_room(
    parts: tuple[str, ...],
    placed: Sequence[tuple[tuple[str, ...], str]],
    counted: Mapping[str, int],
    wanted: Mapping[str, int],
) -> _Path | None:
    """The shortest way to a part that has room: the new copy, then those that give way."""
    paths: list[_Path] = [[(-1, part)] for part in parts]
    reached = set(parts)
    while paths:
        path = paths.pop(0)
        part = path[-1][1]
        if counted[part] < wanted[part]:
            return path
        for place, (others, now) in enumerate(placed):
            for other in others if now == part else ():
                if other not in reached:
                    reached.add(other)
                    paths.append([*path, (place, other)])
    return None


def _make_room(path: _Path, placed: list[tuple[tuple[str, ...], str]], counted: dict[str, int]) -> str:
    """Moves the copies of the path; returns the part that is free for the new one."""
    for place, part in reversed(path[1:]):
        others, now = placed[place]
        counted[now] -= 1
        counted[part] += 1
        placed[place] = (others, part)
    return path[0][1]
