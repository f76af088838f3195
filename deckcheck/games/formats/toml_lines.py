"""The lines of keys and array items in a TOML text, for messages."""

import re
from collections.abc import Iterator

Place = tuple[str | int, ...]

_PIECE = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*'
    r"|[\[\]{},=.\n]|[^\s\[\]{},=#\"'.]+",
    re.DOTALL,
)


def line_of(text: str, place: Place) -> int:
    r"""The line of a key, or of an item of an array; if not found, the line of its table or array.

    Of several tables `[[key]]` it is the line of the first.

    The text must be one that `tomllib` reads.

    >>> text = 'name = "Own"\n[[state]]\nsets = [\n "AOTC",\n "ANH"]\n'
    >>> line_of(text, ("state", 0, "sets", 1)), line_of(text, ("state", 0, "missing"))
    (5, 2)
    """
    places = dict(reversed(list(_places(text))))
    if (*place, 0) in places and place not in places:
        place = (*place, 0)
    while place and place not in places:
        place = place[:-1]
    return places.get(place, 1)


def _places(text: str) -> Iterator[tuple[Place, int]]:
    """Yields every place with its line, in the order of the text."""
    table: Place = ()
    counts: dict[Place, int] = {}
    statement: list[tuple[str, int]] = []
    depth, line = 0, 1
    for found in _PIECE.finditer(text + "\n"):
        piece = found[0]
        if piece in {"[", "{"}:
            depth += 1
        elif piece in {"]", "}"}:
            depth -= 1
        if piece == "\n" and depth <= 0 and statement:
            if statement[0][0] == "[":
                table = _header([piece for piece, _ in statement], counts)
                yield table, statement[0][1]
            else:
                yield from _assignment(statement, table)
            statement, depth = [], 0
        elif piece != "\n" and not piece.startswith("#"):
            statement.append((piece, line))
        line += piece.count("\n")


def _header(pieces: list[str], counts: dict[Place, int]) -> Place:
    """The table that a header opens: `[a.b]`, or the next of `[[a]]`."""
    names = tuple(_bare(piece) for piece in pieces if piece not in "[].")
    table: Place = ()
    for name in names[:-1]:
        table = (*table, name)
        if table in counts:
            table = (*table, counts[table] - 1)
    table = (*table, *names[-1:])
    if pieces[:2] == ["[", "["]:
        counts[table] = counts.get(table, 0) + 1
        table = (*table, counts[table] - 1)
    return table


def _assignment(statement: list[tuple[str, int]], table: Place) -> Iterator[tuple[Place, int]]:
    """Yields the key of `key = value`, and the items and inner keys of its value."""
    pieces = [piece for piece, _ in statement]
    if "=" not in pieces:
        return
    equals = pieces.index("=")
    key = (*table, *(_bare(piece) for piece in pieces[:equals] if piece != "."))
    yield key, statement[0][1]
    where: list[str | int] = list(key)
    kinds: list[str] = []
    previous = ""
    for piece, line in statement[equals + 1 :]:
        if piece in {"[", "{"}:
            kinds.append(piece)
            where.append(0 if piece == "[" else "")
        elif piece in {"]", "}"}:
            kinds.pop()
            where.pop()
        elif piece == "," and kinds and kinds[-1] == "[":
            where[-1] = int(where[-1]) + 1
        elif piece == "=":
            where[-1] = _bare(previous)
            yield tuple(where), line
        elif kinds and kinds[-1] == "[":
            yield tuple(where), line
        previous = piece


def _bare(piece: str) -> str:
    """A key without its quotation marks."""
    return piece[1:-1] if piece[:1] in {'"', "'"} else piece
