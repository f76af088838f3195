"""Bars of text: a chart for a terminal, aligned, and nothing wider than the line."""

from collections.abc import Mapping

FULL, HALF, PLAIN = "█", "▌", "#"


def bar(value: float, largest: float, width: int, *, plain: bool = False) -> str:
    """A bar with the length of the value relative to the largest one; `plain` uses only ASCII.

    >>> bar(3, 4, 10), bar(3, 4, 10, plain=True), bar(0, 4, 10)
    ('███████▌', '########', '')
    """
    halves = round(2 * width * value / largest) if largest else 0
    if value > 0:
        halves = max(1, halves)
    if plain:
        return PLAIN * ((halves + 1) // 2)
    return FULL * (halves // 2) + HALF * (halves % 2)


def bar_lines(
    values: Mapping[str, int],
    width: int = 40,
    *,
    remarks: Mapping[str, str] | None = None,
    plain: bool = False,
) -> list[str]:
    """A line for each value: its name, the number, a bar and a remark.

    A bar has one character for each unit where all fit into the width, else it is scaled.

    >>> bar_lines({"Rebel": 4, "Jedi": 2}, 10, remarks={"Jedi": "all of them Light"})
    ['Rebel  4 ████', 'Jedi   2 ██   all of them Light']
    """
    largest = max(values.values(), default=0)
    longest = min(width, largest)
    names = max(map(len, values), default=0)
    digits = len(str(largest))
    lines = []
    for name, value in values.items():
        drawn = bar(value, largest, longest, plain=plain)
        remark = (remarks or {}).get(name, "")
        line = f"{name.ljust(names)}  {value:>{digits}} {drawn.ljust(longest)} {remark}"
        lines.append(line.rstrip())
    return lines
