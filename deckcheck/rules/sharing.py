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
        rooms = [room for room in range(len(sizes)) if room not in seen and fits(kind, room)]
        for room in rooms:
            if len(held[room]) < sizes[room]:
                held[room].append(kind)
                return True
        seen.update(rooms)
        for room in rooms:
            for number, other in enumerate(held[room]):
                if place(other, seen):
                    held[room][number] = kind
                    return True
        return False

    for kind in order if sizes else ():
        for _ in range(copies[kind]):
            place(kind, set())
    return held


def share_out(copies: Sequence[tuple[tuple[str, ...], int]], wanted: Mapping[str, int]) -> dict[str, int]:
    """How many copies count for each part, shared out so that as many as can be are `wanted`.

    Copies are given by the parts for which one may count, and their number. Those of one part are
    no question; one for which there is no room counts for the smallest of its parts.

    >>> share_out([(("combat",), 3), (("combat", "science"), 1)], {"combat": 3, "science": 1})
    {'combat': 3, 'science': 1}
    """
    counted, several = dict.fromkeys(wanted, 0), []
    for parts, number in copies:
        if len(parts) == 1:
            counted[parts[0]] += number
        elif parts:
            several.append((parts, number))
    if not several:
        return counted
    names, numbers = list(wanted), [number for _, number in several]
    sizes = [wanted[name] - counted[name] for name in names]
    held = fill(range(len(several)), numbers, sizes, lambda place, room: names[room] in several[place][0])
    for name, room in zip(names, held, strict=True):
        counted[name] += len(room)
    for place, (parts, number) in enumerate(several):
        for _ in range(number - sum(room.count(place) for room in held)):
            counted[min(parts, key=counted.__getitem__)] += 1
    return counted
