"""Reading a query: text to a frozen `Query` that says which cards match."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from db.advice import meant
from db.cards.card import Card
from db.language import gettext as _, joined
from deckcheck.query.errors import (
    QueryError,
    QuerySyntaxError,
    QueryTooDeepError,
    UnfitOperatorError,
    UnfitValueError,
    UnknownFieldError,
)
from deckcheck.query.fields import FIELDS
from deckcheck.query.kinds import Field, UnfitError
from deckcheck.query.tree import And, Node, Not, Or, Term, depth
from deckcheck.suggest import suggest

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

_LONGEST = 20_000
_DEEPEST = 50
_NAMED = {"word": "~", "phrase": ":"}
"""How a mere word and quoted words ask for the name."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was understood; equal ones ask for the same in the same words."""

    root: Node

    @property
    def text(self) -> str:
        """The query in its plainest form, which reads back as an equal query."""
        return self.root.text

    def matches(self, card: Card) -> bool:
        """Whether the card is among those that are asked for."""
        return self.root.matches(card)


def parse_query(text: str, fields: Sequence[Field] = FIELDS) -> Query:
    """The query that a text states; no text asks for every card.

    Raises a `QueryError` that points at the character. `fields` are those that may be asked for.

    >>> parse_query('type:space (cost<4 or not "boba fett")').text
    'type:space (cost<4 or not "boba fett")'
    """
    if len(text) > _LONGEST:
        message = _("{count} characters, at most {longest} expected", count=len(text), longest=_LONGEST)
        raise QueryTooDeepError(message, text, _LONGEST, len(text))
    root = _tree(text, fields)
    if depth(root) > _DEEPEST:
        message = _(
            "conditions within conditions {depth} deep, at most {deepest} expected",
            depth=depth(root),
            deepest=_DEEPEST,
        )
        raise QueryTooDeepError(message, text, 0, len(text))
    return Query(root)


@cache
def _grammar() -> "Lark":
    from lark import Lark

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", maybe_placeholders=False)


def _tree(text: str, fields: Sequence[Field]) -> Node:
    from lark.exceptions import UnexpectedInput

    try:
        parsed = _grammar().parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    return _QueryBuilder(text, fields).root(parsed)


OF_COLLECTIONS = frozenset(
    {
        "owned",
        "reserved",
        "free",
        "wanted",
        "trade",
        "for_trade",
        "dice",
        "location",
        "condition",
        "language",
        "lang",
        "finish",
    }
)
"""Fields that only a collection has; a test keeps them equal to its own."""


class _QueryBuilder:
    """Makes the parts of a query from what the grammar found, from the innermost outwards."""

    def __init__(self, text: str, fields: Sequence[Field]) -> None:
        self._text = text
        self._fields = {name: field for field in fields for name in (field.name, *field.aliases)}

    def root(self, parsed: "Tree[Token]") -> Node:
        """The query as a whole."""
        made: dict[int, Node] = {}
        for tree in parsed.iter_subtrees():
            made[id(tree)] = self._node(tree, made)
        return made[id(parsed)]

    def _node(self, tree: "Tree[Token]", made: Mapping[int, Node]) -> Node:
        if tree.data == "term":
            name, operator, value = cast("list[Token]", tree.children)
            return self._term(name, operator, value)
        if tree.data in ("word", "phrase"):
            (token,) = cast("list[Token]", tree.children)
            return self._made(self._field("name", token), _NAMED[str(tree.data)], token)
        parts = tuple(made[id(child)] for child in tree.children)
        if tree.data == "start":
            return parts[0] if parts else And(())
        if tree.data == "negated":
            return Not(parts[0])
        return And(parts) if tree.data == "conjunction" else Or(parts)

    def _term(self, name: "Token", operator: "Token", value: "Token") -> Term:
        field = self._field(name.lower(), name)
        if operator not in field.operators:
            message = _("{name} cannot be compared by {operator!r}", name=field.name, operator=str(operator))
            expected = _(
                "expected one of {operators}, like {example}",
                operators=" ".join(field.operators),
                example=field.example,
            )
            raise UnfitOperatorError(f"{message}, {expected}", self._text, *place_of(operator))
        if field.name == "name" and operator == ":":  # the same as without the field
            return self._made(field, _NAMED["phrase" if value[0] in '"“' else "word"], value)
        return self._made(field, str(operator), value)

    def _field(self, name: str, token: "Token") -> Field:
        field = self._fields.get(name)
        if field is None:
            message = _("no field is called {token!r}", token=str(token))
            near = meant(suggest(name, {known: known for known in self._fields}), begins=True)
            known = ", ".join(dict.fromkeys(field.name for field in self._fields.values()))
            if name in OF_COLLECTIONS:
                hint = _("copies are asked for by deckcheck cards search and collection list")
                message = joined((message, hint), "; ")
            elif near:
                message = joined((message, near), ". ")
            else:
                message = joined((message, _("expected one of {known}", known=known)), ", ")
            raise UnknownFieldError(message, self._text, *place_of(token))
        return field

    def _made(self, field: Field, operator: str, token: "Token") -> Term:
        value = _unquoted(token)
        try:
            if operator != "!=":
                return Term(field.name, operator, value, field.make(operator, value))
            opposite = field.make("=", value)
        except UnfitError as error:
            message = _(
                "{name}{operator} cannot be {value!r}, expected {expected}",
                name=field.name,
                operator=operator,
                value=value,
                expected=error.expected,
            )
            message = joined((message, meant(error.suggestions, begins=True)), ". ")
            raise UnfitValueError(message, self._text, *place_of(token)) from None
        return Term(field.name, operator, value, lambda card: not opposite(card))


def _unquoted(token: "Token") -> str:
    if token.startswith('"'):
        return re.sub(r"\\(.)", r"\1", token[1:-1], flags=re.DOTALL)
    return token[1:-1] if token.startswith("“") else str(token)


def place_of(token: "Token") -> tuple[int, int]:
    """Where a token begins and ends, counted from 0."""
    start = token.start_pos or 0
    return start, start + len(token)


def _syntax_error(text: str, error: "UnexpectedInput") -> QueryError:
    """The error of the grammar, in words."""
    token = getattr(error, "token", None)
    at_end = token is not None and token.type == "$END"
    start = len(text) if at_end else error.pos_in_stream or 0
    end = start + (len(token) if token and not at_end else 1)
    accepted = set(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())
    there = _("the end") if at_end else repr(text[start:end])
    if text[start : start + 1] in ('"', "“"):
        return QuerySyntaxError(
            _("found a quotation mark that is never closed, expected another one"), text, start, end
        )
    if "VALUE" in accepted:
        expected = _("a value here, with quotation marks around it if it holds blanks or ()<>=:")
    elif at_end and "RPAR" in accepted:
        expected = _("a ) for every (")
    elif there == "')'":
        expected = _("a condition or a ( before it")
    else:
        expected = _("a condition like cost<=4, a word of a name, or ( )")
    return QuerySyntaxError(
        _("found {there}, expected {expected}", there=there, expected=expected), text, start, end
    )
