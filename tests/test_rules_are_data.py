"""A deck rule is data: declared by a game, evaluated in one place, told in one place."""

import ast

import pytest

from deckcheck.games import game_codes
from deckcheck.games.game import Game
from deckcheck.simulators.simulator import Simulator
from tests.test_architecture import dotted, imports_of, modules, nodes_of

BELOW = {"db.cards.card", "db.cards.dates", "db.cards.names", "deckcheck.deck", "deckcheck.report"}
"""All that rules import of ours, beside the words for numbers and a store of values."""

WORDS_OF_GAMES = 60
"""So many names of `rules`, and fields of `Game`, games use at most."""
FIELDS, MEMBERS = 14, 18
"""So many fields `Game` has, and so many members a simulator."""

_FLOW = ast.If | ast.For | ast.While | ast.Try | ast.Match | ast.With


def in_package(package: str) -> list[str]:
    return [module for module in modules() if module.startswith(f"deckcheck/{package}")]


def calls(module: str, name: str) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in nodes_of(module)
    )


def test_issues_are_made_in_one_place() -> None:
    assert {one for one in modules() if calls(one, "Issue")} == {"deckcheck/rules/findings.py"}


def test_no_game_checks_a_deck_itself() -> None:
    checking = {
        module
        for module in in_package("games")
        for node in nodes_of(module)
        if isinstance(node, ast.FunctionDef) and node.name == "check"
    }
    assert checking == set()


@pytest.mark.parametrize("game", game_codes())
def test_deck_rules_are_declarations(game: str) -> None:
    module = f"deckcheck/games/{game}/deck_rules.py"
    assert not [node for node in nodes_of(module) if isinstance(node, _FLOW)]
    assert not [node for node in nodes_of(module) if isinstance(node, ast.FunctionDef) and len(node.body) > 3]


def test_rules_know_no_game_no_database_and_no_file() -> None:
    ours = {
        name
        for module in in_package("rules/")
        for name in imports_of(module)
        if name.startswith(("db", "importers", "deckcheck")) and not name.startswith("deckcheck.rules")
    }
    assert ours <= {*BELOW, "db.language", "deckcheck.show.recent", "deckcheck.show.wording"}


def test_only_the_judge_asks_rules_for_what_they_find() -> None:
    """Whoever wants a verdict asks the judge, which asks `rules`: there is no second one."""
    asking = {
        module
        for module in modules()
        for node in nodes_of(module)
        if isinstance(node, ast.ImportFrom)
        and node.module in ("deckcheck.rules.evaluate", "deckcheck.rules.findings", "deckcheck.rules.table")
        and {alias.name for alias in node.names}
        & {"find", "issues_with_crowds", "issues_in", "issues_of", "table_of"}
        and not module.startswith(("deckcheck/rules/", "deckcheck/judge/"))
    }
    assert asking == set()


def test_no_value_is_filled_behind_its_back() -> None:
    found = set()
    for module in modules():
        for node in nodes_of(module):
            sets = isinstance(node, ast.Attribute) and node.attr == "__setattr__"
            in_class = isinstance(node, ast.ClassDef) and any(
                isinstance(one, ast.FunctionDef) and one.name == "__getattr__" for one in node.body
            )
            if sets or in_class:
                found.add(dotted(module))
    assert found == {"db.patterns"}, "a regular expression that is compiled when it is used first"


def test_the_language_stays_small() -> None:
    used = {
        alias.name
        for module in in_package("games/")
        for node in nodes_of(module)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("deckcheck.rules")
        for alias in node.names
    }
    assert len(used | {*Game._fields}) <= WORDS_OF_GAMES, sorted(used)
    assert len(Game._fields) <= FIELDS
    members = {
        name for one in Simulator.__mro__ for name in (*vars(one), *getattr(one, "__annotations__", ()))
    }
    assert len([name for name in members if not name.startswith("_")]) <= MEMBERS
