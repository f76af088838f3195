"""Sharing out Missions over the skills, where one of them may count as either of two."""

from collections.abc import Mapping, Sequence


def share_out(missions: Sequence[tuple[tuple[str, ...], int]], wanted: Mapping[str, int]) -> dict[str, int]:
    """How many Missions count for each skill, shared out so that as many as can be are `wanted`.

    Each Mission is given by the skills as which it may count and its copies. Those with one skill
    are no question; for each copy of another one, room is made along a path of Missions that can
    give way, as in matching.

    >>> share_out([(("combat",), 3), (("combat", "science"), 1)], {"combat": 3, "science": 1})
    {'combat': 3, 'science': 1}
    """
    counted = dict.fromkeys(wanted, 0)
    placed: list[tuple[tuple[str, ...], str]] = []
    for skills, copies in missions:
        if len(skills) == 1:
            counted[skills[0]] += copies
    for skills, copies in missions:
        for _ in range(copies if len(skills) > 1 else 0):
            path = _path_to_room(skills, placed, counted, wanted)
            if path is None:
                chosen = min(skills, key=lambda skill: counted[skill])
            else:
                chosen = _make_room(path, placed, counted)
            placed.append((skills, chosen))
            counted[chosen] += 1
    return counted


_Path = list[tuple[int, str]]
"""Missions, by their place, that change to another skill; the first skill is the free one's."""


def _path_to_room(
    skills: tuple[str, ...],
    placed: Sequence[tuple[tuple[str, ...], str]],
    counted: Mapping[str, int],
    wanted: Mapping[str, int],
) -> _Path | None:
    """The shortest way to a skill that has room: the new Mission, then those that give way."""
    paths: list[_Path] = [[(-1, skill)] for skill in skills]
    reached = set(skills)
    while paths:
        path = paths.pop(0)
        skill = path[-1][1]
        if counted[skill] < wanted[skill]:
            return path
        for place, (others, now) in enumerate(placed):
            for other in others if now == skill else ():
                if other not in reached:
                    reached.add(other)
                    paths.append([*path, (place, other)])
    return None


def _make_room(path: _Path, placed: list[tuple[tuple[str, ...], str]], counted: dict[str, int]) -> str:
    """Moves the Missions of the path; returns the skill that is free for the new one."""
    for place, skill in reversed(path[1:]):
        others, now = placed[place]
        counted[now] -= 1
        counted[skill] += 1
        placed[place] = (others, skill)
    return path[0][1]
