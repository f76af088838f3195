"""The values to which a query is narrowed down: what chips of a facet show, and how they change it.

A facet is narrowed down by conditions like `side:light` or `(side:light or side:dark)` that hold
beside all others of a query; whatever else it asks for is left as it is.
"""

from collections.abc import Sequence

from deckcheck.query.tree import And, Node, Or, Term

_EQUAL = (":", "=")
_NONE = "none"


def values_of(root: Node, field: str) -> tuple[str, ...]:
    """The values of a field to which a query is narrowed down; the empty text for those without any.

    >>> from deckcheck.query import parse_query
    >>> values_of(parse_query("boba (side:dark or side:light) cost<4").root, "side")
    ('dark', 'light')
    """
    terms = [term for part in parts_of_query(root) for term in _group(part, field)]
    return tuple("" if term.value == _NONE else term.value for term in terms)


def toggled(root: Node, field: str, value: str) -> str:
    """The query with one more value of a field, or without it where it is there.

    >>> from deckcheck.query import parse_query
    >>> toggled(parse_query("boba or nexu").root, "side", "dark")
    '(boba or nexu) side=dark'
    >>> toggled(parse_query("side:dark boba").root, "side", "light")
    '(side:dark or side=light) boba'
    >>> toggled(parse_query("side:dark boba").root, "side", "Dark")
    'boba'
    """
    parts = parts_of_query(root)
    known = [term for part in parts for term in _group(part, field)]
    sought = (value or _NONE).casefold()
    kept = [term for term in known if term.value.casefold() != sought]
    if len(kept) == len(known):
        kept.append(Term(field, "=" if value else ":", value or _NONE, lambda _: True))
    group: tuple[Node, ...] = (Or(tuple(kept)) if len(kept) > 1 else kept[0],) if kept else ()
    places = [place for place, part in enumerate(parts) if _group(part, field)]
    first = places[0] if places else len(parts)
    others = [part for part in parts[first:] if not _group(part, field)]
    return _joined([*parts[:first], *group, *others])


def narrows(part: Node, field: str) -> bool:
    """Whether a part of a query does nothing but narrow down a field."""
    return bool(_group(part, field))


def parts_of_query(root: Node) -> Sequence[Node]:
    """The parts of a query that hold beside each other."""
    return root.parts if isinstance(root, And) else (root,)


def _joined(parts: Sequence[Node]) -> str:
    return parts[0].text if len(parts) == 1 else And(tuple(parts)).text


def _group(part: Node, field: str) -> tuple[Term, ...]:
    """The conditions of a part that does nothing but narrow down the field; none for others."""
    terms = part.parts if isinstance(part, Or) else (part,)
    fitting = tuple(
        one for one in terms if isinstance(one, Term) and one.field == field and one.operator in _EQUAL
    )
    return fitting if len(fitting) == len(terms) else ()
