"""Walks through syntax trees, of queries as of conditions, without a limit to their depth."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

N = TypeVar("N")


def walk(root: N, parts_of: Callable[[N], Sequence[N]]) -> Iterator[N]:
    """Yields all nodes of a tree in the order in which they are written, a node before its parts.

    >>> "".join(walk("ab", lambda node: node if len(node) > 1 else ""))
    'abab'
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(parts_of(node)))


def depth_of(root: N, parts_of: Callable[[N], Sequence[N]]) -> int:
    """The number of nodes above one another at the deepest place.

    >>> depth_of("ab", lambda node: node if len(node) > 1 else "")
    2
    """
    deepest, level = 0, [root]
    while level:
        deepest += 1
        level = [part for upper in level for part in parts_of(upper)]
    return deepest
