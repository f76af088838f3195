"""The parts of a query: conditions, and how they are joined. Equal parts were written in one way.

`walk` and `depth_of` go through trees of any depth, those of conditions in odds too.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from db.cards.card import Card

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


Test = Callable[[Card], bool]

_PLAIN = re.compile(r'[^\s()"“”:=<>~!\\-][^\s()"“”:=<>~!\\]*')
_KEYWORDS = ("and", "or", "not")


@dataclasses.dataclass(frozen=True, slots=True)
class Term:
    """A condition on one field, like `cost<=4`; `test` is made from the other three."""

    field: str
    operator: str
    value: str
    test: Test = dataclasses.field(compare=False, repr=False)

    @property
    def text(self) -> str:
        """The condition as it is written; one on the name as a mere word or quoted words."""
        plain = _PLAIN.fullmatch(self.value) is not None
        if self.field == "name" and self.operator == ":":
            return quoted(self.value)
        word = plain and self.value.lower() not in _KEYWORDS
        if self.field == "name" and self.operator == "~" and word:
            return self.value
        return f"{self.field}{self.operator}{self.value if plain else quoted(self.value)}"

    def matches(self, card: Card) -> bool:
        """Whether the condition holds for the card."""
        return self.test(card)


@dataclasses.dataclass(frozen=True, slots=True)
class And:
    """All parts hold; with no part it holds for every card."""

    parts: tuple["Node", ...]

    @property
    def text(self) -> str:
        """The parts side by side, an `or` among them in parentheses."""
        return " ".join(f"({p.text})" if isinstance(p, Or | And) else p.text for p in self.parts)

    def matches(self, card: Card) -> bool:
        """Whether every part holds for the card."""
        return all(part.matches(card) for part in self.parts)


@dataclasses.dataclass(frozen=True, slots=True)
class Or:
    """At least one part holds."""

    parts: tuple["Node", ...]

    @property
    def text(self) -> str:
        """The parts joined by `or`."""
        return " or ".join(f"({p.text})" if isinstance(p, Or) else p.text for p in self.parts)

    def matches(self, card: Card) -> bool:
        """Whether at least one part holds for the card."""
        return any(part.matches(card) for part in self.parts)


@dataclasses.dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: "Node"

    @property
    def text(self) -> str:
        """The part after `not`, in parentheses where it is joined."""
        joined = isinstance(self.part, And | Or)
        return f"not ({self.part.text})" if joined else f"not {self.part.text}"

    def matches(self, card: Card) -> bool:
        """Whether the part does not hold for the card."""
        return not self.part.matches(card)


Node = Term | And | Or | Not


def parts_of(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node; none below a condition."""
    if isinstance(node, Not):
        return (node.part,)
    return () if isinstance(node, Term) else node.parts


def terms(node: Node) -> Iterator[Term]:
    """Yields the conditions of a query in the order in which they are written."""
    for part in walk(node, parts_of):
        if isinstance(part, Term):
            yield part


def depth(node: Node) -> int:
    """The number of nodes above one another at the deepest place."""
    return depth_of(node, parts_of)


def quoted(value: str) -> str:
    r"""The value in quotation marks, with those inside escaped.

    >>> print(quoted('Jon "Dutch" Vander (A)'))
    "Jon \"Dutch\" Vander (A)"
    """
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
