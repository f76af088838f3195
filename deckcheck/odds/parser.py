"""Reading a condition: text to a frozen `Condition` on the counts of the cards seen."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from db.language import gettext as _, joined
from deckcheck.odds.condition import (
    AndCondition,
    Condition,
    CountComparison,
    Node,
    NotCondition,
    OrCondition,
    depth,
)
from deckcheck.odds.errors import (
    ConditionError,
    ConditionQueryError,
    ConditionSyntaxError,
    ConditionTooLongError,
)
from deckcheck.query import FIELDS, Field, Query, QueryError, parse_query
from deckcheck.query.parser import place_of

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

_LONGEST = 20_000
_DEEPEST = 50
_MOST_DIGITS = 6
_HOW_MANY = _("how many of these cards, like >= 1")
_NAME = re.compile(
    r"(?!count\b|[0-9]+$)(?!(?:.*\s)?(?:and|or|not)\b)[^()\"“”:=<>~!]+(\(\w+\))?", re.IGNORECASE
)
"""A text that is a name, or words of one, and nothing else."""


def parse_condition(text: str, fields: Sequence[Field] = FIELDS) -> Condition:
    """The condition that a text states; raises a `ConditionError` that points at the character.

    `fields` are what may be asked of a card, as for `parse_query`.

    >>> parse_condition("type:space >= 1 and not count(cost<=4) = 0").text
    'count(type:space) >= 1 and not count(cost<=4) = 0'

    A name alone means that one such card or more is seen.

    >>> parse_condition("luke").written, parse_condition("Boba Fett (A)").written
    ('luke >= 1', '"Boba Fett (A)" >= 1')
    """
    if len(text) > _LONGEST:
        message = _("{count} characters, at most {longest} expected", count=len(text), longest=_LONGEST)
        raise ConditionTooLongError(message, text, _LONGEST, len(text))
    from lark.exceptions import UnexpectedInput

    if text.strip() and (name := _NAME.fullmatch(text.strip())):
        text = f'"{name[0]}" >= 1' if name[1] else f"{name[0]} >= 1"
    names = tuple(name for field in fields for name in (field.name, *field.aliases))
    try:
        parsed = _grammar(names).parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(text, error) from None
    root = _ConditionBuilder(text, fields).root(parsed)
    if depth(root) > _DEEPEST:
        message = _(
            "conditions within conditions {depth} deep, at most {deepest} expected",
            depth=depth(root),
            deepest=_DEEPEST,
        )
        raise ConditionTooLongError(message, text, 0, len(text))
    return Condition(root, text)


@cache
def _grammar(names: tuple[str, ...]) -> "Lark":
    from lark import Lark

    grammar = Path(__file__).with_name("condition.lark").read_text(encoding="utf-8")
    choices = "|".join(sorted(names, key=len, reverse=True))
    grammar = grammar.replace("(?:FIELD_NAMES)", f"(?:{choices})")
    return Lark(grammar, parser="lalr", maybe_placeholders=False)


class _ConditionBuilder:
    """Makes the parts of a condition from what the grammar found, from the innermost outwards."""

    def __init__(self, text: str, fields: Sequence[Field]) -> None:
        self._text = text
        self._fields = fields

    def root(self, parsed: "Tree[Token]") -> Node:
        """The condition as a whole."""
        made: dict[int, Node] = {}
        queries: dict[int, Query] = {}
        for tree in parsed.iter_subtrees():
            if tree.data in ("plain", "counted"):
                queries[id(tree)] = self._query(tree)
            elif tree.data == "comparison":
                made[id(tree)] = self._comparison(tree, queries)
            else:
                made[id(tree)] = _joined(tree, made)
        return made[id(parsed)]

    def _query(self, tree: "Tree[Token]") -> Query:
        """The query that a count is about; it is read at its own place, so that errors fit."""
        tokens = cast("list[Token]", tree.children)
        if tree.data == "counted":
            start, end = place_of(tokens[0])[1], place_of(tokens[-1])[0]
        else:
            start, end = place_of(tokens[0])[0], place_of(tokens[-1])[1]
        if re.fullmatch(r"[0-9][0-9.,]*", self._text[start:end]):
            message = _("found a number with more than digits, expected a whole number")
            raise ConditionSyntaxError(message, self._text, start, end)
        try:
            return parse_query(self._text[start:end], self._fields)
        except QueryError as error:
            raise ConditionQueryError(
                error.message, self._text, start + error.start, start + error.end
            ) from None

    def _comparison(self, tree: "Tree[Token]", queries: Mapping[int, Query]) -> Node:
        """A comparison, or several side by side as in `1 <= type:space <= 3`."""
        amounts = [
            queries.get(id(child)) or self._number(cast("Token", child)) for child in tree.children[::2]
        ]
        operators = cast("list[Token]", tree.children[1::2])
        made: list[Node] = []
        for place, operator in enumerate(operators):
            left, right = amounts[place : place + 2]
            if isinstance(left, int) and isinstance(right, int):
                start = place_of(cast("Token", tree.children[2 * place]))[0]
                end = place_of(cast("Token", tree.children[2 * place + 2]))[1]
                message = _(
                    'two numbers compared; for cards with {left} in the name write "{left}"', left=left
                )
                raise ConditionSyntaxError(message, self._text, start, end)
            made.append(CountComparison(left, "=" if operator == "==" else str(operator), right))
        return made[0] if len(made) == 1 else AndCondition(tuple(made))

    def _number(self, token: "Token") -> int:
        if len(token) > _MOST_DIGITS:
            message = _(
                "a number of {count} digits, at most {most_digits} expected",
                count=len(token),
                most_digits=_MOST_DIGITS,
            )
            raise ConditionSyntaxError(message, self._text, *place_of(token))
        return int(token)


def _joined(tree: "Tree[Token]", made: Mapping[int, Node]) -> Node:
    parts = tuple(made[id(child)] for child in tree.children if id(child) in made)
    if tree.data in ("start", "grouped"):
        return parts[0]
    if tree.data == "negated":
        return NotCondition(parts[0])
    return AndCondition(parts) if tree.data == "conjunction" else OrCondition(parts)


def _syntax_error(text: str, error: "UnexpectedInput") -> ConditionError:
    """The error of the grammar, in words."""
    token = getattr(error, "token", None)
    at_end = token is not None and token.type == "$END"
    start = len(text) if at_end else error.pos_in_stream or 0
    word = re.match(r"[^\s()\"“<>=!]+|.?", text[start:], re.DOTALL)
    end = start + (word.end() if word else 1)
    accepted = set(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())
    there = _("the end") if at_end else repr(text[start:end])
    if text[start : start + 1] in ('"', "“"):
        there, expected = _("a quotation mark that is never closed"), _("another one")
    else:
        expected = _expected(accepted, at_end=at_end)
    return ConditionSyntaxError(
        _("found {there}, expected {expected}", there=there, expected=expected), text, start, end
    )


def _expected(accepted: set[str], *, at_end: bool) -> str:
    """The tokens that could have stood here instead."""
    if "OPERATOR" in accepted or "VALUE" in accepted:
        return _("a value here, with quotation marks around it if it holds blanks or ()<>=:")
    if "COMPARISON" in accepted and not accepted & {"_AND", "$END"}:
        hint = _("to count cards asked for with and, or, not or - write count(...)")
        return joined((_HOW_MANY, "" if at_end else hint), "; ")
    if "RPAR" in accepted:
        return _("a ) for every (") if at_end else _("and, or, or a )")
    if accepted & {"_AND", "$END"}:
        return _("and, or, or the end")
    if "NUMBER" in accepted and "LPAR" not in accepted:
        return _("a whole number or another count of cards")
    return _('a count of cards and a comparison, like type:space >= 1 or count("Boba Fett (A)") = 0')
