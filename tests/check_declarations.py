"""Changes each number, text and flag of each deck rule, and tells which no golden report notices.

mutmut changes functions; deck rules are declarations outside of any (`games/*/deck_rules.py`). Here each
field of each is changed by itself, a number by one either way, and all golden decks of its game are judged
again: some report must differ, but for what stands in `SEEN_ELSEWHERE` with the test that fails, or the
reason why nobody can see it. `make mutants` runs this for every game.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from db.database import ensure_ready
from db.language import Message
from deckcheck.games import get_game
from deckcheck.judge.validate import Judge
from tests.deckcheck.judge.golden.case import Case
from tests.deckcheck.judge.golden.cases import GAMES, cases_of

DATABASE = Path(__file__).parents[1] / "build" / "declarations" / "cards.sqlite"
_NO_LIMITS = "no card of the game states another limit than that of all"
_WORDS = "only rows of repairs say it: tests/deckcheck/games/destiny/test_texts_as_rows.py"
_ONE_ROW_MORE = "only a row more or less of repairs: another rule lets in one such card, or none asks"
_OF_TABLES = "stands in the table of requirements alone: tests/deckcheck/judge/test_requirement_table.py"
_OTHER_EDITION = "golden decks of another edition have the same words"
_MADE_CARDS = "a card made up for it: the tests of made cards, and test_rules_at_the_border.py"
SEEN_ELSEWHERE: Mapping[tuple[str, str, str], str] = {
    ("PerName", "copy-limit", "widest"): _MADE_CARDS,
    ("PerName", "team-copies", "widest"): _NO_LIMITS,
    ("PerName", "team-unique", "widest"): _NO_LIMITS,
    ("PerName", "card-text", "widest"): _NO_LIMITS,
    ("PerName", "card-text", "limit"): "each card that it looks at states its own limit",
    ("PerName", "card-text", "crowd"): "no ambiguous name may be a card that it looks at",
    ("NotKnown", "card-text", "code"): _MADE_CARDS,
    ("NotKnown", "card-text", "cite"): _MADE_CARDS,
    ("NotKnown", "card-text", "message"): _MADE_CARDS,
    ("NotKnown", "card-text", "advice"): _MADE_CARDS,
    ("NotKnown", "card-text", "counted"): _MADE_CARDS,
    ("AtLeast", "deck-size", "given_hint"): _OTHER_EDITION,
    ("OneOf", "one-side", "crowd"): _OTHER_EDITION,
    ("OneOf", "one-side", "crowd_advice"): _OTHER_EDITION,
    ("OneOf", "one-side", "open_hint"): _OTHER_EDITION,
    ("Budget", "team-points", "least"): "tests/deckcheck/games/destiny/test_destiny_rules.py",
    ("GoesWith", "deck-affiliation", "asked_words"): _WORDS,
    ("GoesWith", "deck-colour", "asked_words"): _WORDS,
    ("WhileIn", "affiliation-text", "alone"): _ONE_ROW_MORE,
    ("WhileIn", "plot", "alone"): _ONE_ROW_MORE,
    ("WhileIn", "card-text", "alone"): _ONE_ROW_MORE,
    ("WhileIn", "affiliation-text", "code"): _OF_TABLES,
    ("WhileIn", "affiliation-text", "cite"): _OF_TABLES,
    ("WhileIn", "plot", "code"): _OF_TABLES,
    ("WhileIn", "plot", "cite"): _OF_TABLES,
    ("WhileIn", "card-text", "code"): _OF_TABLES,
    ("WhileIn", "card-text", "cite"): _OF_TABLES,
    (
        "Moved",
        "zone",
        "beside",
    ): "only repairs look at it: tests/deckcheck/games/stargate/test_stargate_rules.py",
    ("Forbidden", "zone", "by_name"): "no deck has a card twice in zones where it may not stand",
}


def changed(rule: Any) -> Iterator[tuple[str, Any]]:
    """Yields a field of a rule, and the rule with another value in it."""
    for field, value in rule._asdict().items():
        others: tuple[object, ...] = ()
        if isinstance(value, bool):
            others = (not value,)
        elif isinstance(value, int):
            others = (value + 1, value - 1)
        elif isinstance(value, str) and value and field != "sentence":
            others = (f"X{value}" if field in {"code", "cite"} else Message(f"X{value}"),)
        yield from ((field, rule._replace(**{field: other})) for other in others)


class ChangedJudge(Judge):
    """A judge with another rule in the place of one."""

    swapped: tuple[int, Any] = (0, None)

    def _ways_to_judge(self, *stated: Any) -> Iterator[Any]:
        ident, other = self.swapped
        for way in super()._ways_to_judge(*stated):
            yield way._replace(rules=tuple(other if id(one) == ident else one for one in way.rules))


def answers(game: str, cases: list[Case]) -> Iterator[tuple[Case, object]]:
    """Yields what is said of each deck; cases of one format and day have one judge."""
    judges: dict[str, ChangedJudge] = {}
    for case in cases:
        key = repr((case.play_format, sorted(case.options.items())))
        if key not in judges:
            judges[key] = ChangedJudge(game, case.play_format, **case.options)
        report = judges[key].validate(case.deck)
        yield case, (report.verdict, report.issues)


def unnoticed(game: str) -> Iterator[tuple[str, str, str]]:
    """Yields kind, code and field of each change after which all golden decks are judged as before."""
    ChangedJudge.swapped = (0, None)
    known = list(answers(game, [*cases_of(game, DATABASE)]))
    rules = {id(rule): rule for edition in get_game(game).editions for rule in edition.rules}
    for ident, rule in rules.items():
        # Decks on which the rule speaks come first: most changes show at once.
        said = sorted(known, key=lambda one: all(i.code != rule.code for i in one[1][1]))  # type: ignore[index]
        expected = [answer for _, answer in said]
        for field, other in changed(rule):
            ChangedJudge.swapped = ident, other
            found = answers(game, [case for case, _ in said])
            with suppress(LookupError, ValueError, TypeError, AttributeError, AssertionError):
                if all(answer == before for (_, answer), before in zip(found, expected, strict=True)):
                    yield type(rule).__name__, rule.code, field


def main() -> int:
    """Prints what nobody notices, and what is listed and noticed; the exit code is 1 if anything is."""
    DATABASE.parent.mkdir(parents=True, exist_ok=True)
    ensure_ready(DATABASE)
    found = {one for game in GAMES for one in unnoticed(game)}
    for kind, code, field in sorted(found - SEEN_ELSEWHERE.keys()):
        print(f"{field} of {kind} {code!r} may be changed, and all golden reports stay as they are")
    for kind, code, field in sorted(SEEN_ELSEWHERE.keys() - found):
        print(f"{field} of {kind} {code!r} is noticed; take it out of SEEN_ELSEWHERE")
    return 1 if found ^ SEEN_ELSEWHERE.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
