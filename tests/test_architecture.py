"""The way down stays clear, from floor to floor and from room to room; rules are pure functions."""

import ast
import re
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ("db", "importers", "deckcheck")
ROOMS = {
    "deckcheck": (
        "__main__",
        "cli",
        "web",
        "acts",
        "places",
        "settings",
        "leagues",
        "events",
        "pools",
        "tune",
        "trades",
        "repair",
        "sources",
        "collection",
        "decks",
        "judge",
        "games",
        "rules",
        "simulators",
        "odds",
        "query",
        "show",
        "report",
        "deck",
        "errors",
        "suggest",
        "chance",
        "stopping",
        "first_game",
    ),
    "importers": (
        "sources",
        "card_lists",
        "decks",
        "collections",
        "documents",
        "sheets",
        "heading_words",
        "formulas",
        "currencies",
        "text",
        "waiting",
        "processes",
        "errors",
    ),
    "db": (
        "release",
        "beginnings",
        "copies",
        "database",
        "server",
        "built",
        "beside",
        "imports",
        "events",
        "club",
        "collection",
        "sent",
        "tables",
        "steps",
        "engines",
        "cards",
        "connection",
        "wal",
        "plain_reads",
        "club_models",
        "event_models",
        "collection_models",
        "models",
        "texts",
        "patterns",
        "sums",
        "clock",
        "arguments",
        "paths",
        "certain",
        "errors",
        "advice",
        "language",
    ),
}
"""The rooms of each floor from the top: a room imports only those behind it."""

PURE = (
    "deckcheck/chance/estimates.py",
    "deckcheck/chance/random_words.py",
    "deckcheck/deck.py",
    *(
        f"deckcheck/events/{name}.py"
        for name in (
            "elimination",
            "hand_made",
            "history",
            "pairing",
            "presets",
            "result_text",
            "round_robin",
            "scores",
            "standings",
            "tournament",
            "values",
        )
    ),
    "deckcheck/games",
    "deckcheck/judge/validate.py",
    "deckcheck/odds",
    "deckcheck/query",
    "deckcheck/report.py",
    "deckcheck/simulators",
)
READS_ITS_DATA_FILE = {
    "deckcheck/games/__init__.py",  # which folders have games of the user's own
    "deckcheck/games/formats/format_files.py",
    "deckcheck/query/fields.py",
    "deckcheck/query/parser.py",
    "deckcheck/odds/parser.py",
}
VALUES_OF_DB = {
    "db.advice",
    "db.arguments",
    "db.cards.card",
    "db.cards.dates",
    "db.cards.names",
    "db.certain",
    "db.clock",
    "db.errors",
    "db.language",
    "db.sums",
}
OUTSIDE_WORLD = {"sqlite3", "sqlalchemy", "sqlmodel", "pathlib", "os", "io", "shutil", "httpx", "openpyxl"}


@cache
def modules() -> tuple[str, ...]:
    found = (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


@cache
def names_of_modules() -> frozenset[str]:
    return frozenset(map(dotted, modules()))


def dotted(module: str) -> str:
    return module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"))


@cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """All nodes of a module; to walk through all modules takes a second."""
    return tuple(ast.walk(tree_of(module)))


@cache
def imports_of(module: str) -> frozenset[str]:
    """All that a module imports, anywhere in it; a name of a package counts as the module it is."""
    found = set()
    for node in nodes_of(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (whole & names_of_modules()) or {node.module or ""}
    return frozenset(found)


def room_of(name: str) -> str:
    return f"{name}.".split(".")[1]


def test_imports_point_down_only() -> None:
    above = []
    for module in modules():
        floor = FLOORS.index(module.partition("/")[0])
        higher = FLOORS[floor + 1 :]
        above += [(module, name) for name in imports_of(module) if name.partition(".")[0] in higher]
    assert not above


def test_a_room_imports_only_rooms_below_it() -> None:
    above = []
    for module in modules():
        floor = module.partition("/")[0]
        if dotted(module) == floor:
            continue  # the floor itself gathers its names
        rooms = ROOMS[floor]
        place = rooms.index(room_of(dotted(module)))
        mine = [name for name in imports_of(module) if name.startswith(f"{floor}.")]
        above += [(module, name) for name in mine if rooms.index(room_of(name)) < place]
    assert not above


STARTS_THE_PAGE = ("deckcheck/cli/serve.py", "deckcheck.web.serving")
"""The one command that is no act: it starts the page."""


@pytest.mark.parametrize("front", ["cli", "web"])
def test_command_line_and_page_import_acts_and_show_alone(front: str) -> None:
    """So an act is one function for all three: command, page, and Python."""
    ours = (f"deckcheck.{front}", "deckcheck.acts", "deckcheck.show")
    past = [
        (module, name)
        for module in modules()
        if module.startswith(f"deckcheck/{front}/")
        for name in sorted(imports_of(module))
        if name.partition(".")[0] in FLOORS
        and name != "deckcheck"  # the public names, such as the version
        and (module, name) != STARTS_THE_PAGE
        and not f"{name}.".startswith(tuple(f"{one}." for one in ours))
    ]
    assert past == []


def test_what_acts_give_on_is_used() -> None:
    """Acts may import names only to give them to command and page, which no linter can check."""
    used = {
        (node.module, alias.name)
        for module in modules()
        for node in nodes_of(module)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for module in modules():
        text = (ROOT / module).read_text(encoding="utf-8")
        asked = re.findall(r"\bacts\.(\w+)\.(\w+)", text)
        for whole in (name for name in imports_of(module) if name.startswith("deckcheck.acts.")):
            one = whole.rpartition(".")[2]
            asked += [(one, name) for name in re.findall(rf"\b{one}\.(\w+)", text)]
        used |= {(f"deckcheck.acts.{one}", name) for one, name in asked}
    unused = [
        (module, name)
        for module in (m for m in modules() if m.startswith("deckcheck/acts/"))
        for node in tree_of(module).body
        if isinstance(node, ast.ImportFrom)
        for name in (alias.asname or alias.name for alias in node.names)
        if (dotted(module), name) not in used and not re.search(rf"\b{name}\b", _below_imports(module))
    ]
    assert unused == []


def _below_imports(module: str) -> str:
    last = max(node.end_lineno or 0 for node in tree_of(module).body if isinstance(node, ast.ImportFrom))
    return "\n".join((ROOT / module).read_text(encoding="utf-8").splitlines()[last:])


IN_CIRCLES = {
    frozenset({"deckcheck.acts.repair", "deckcheck.acts.repairing"}),
    frozenset({"deckcheck.judge.other_games", "deckcheck.judge.resolve"}),
    frozenset({"deckcheck.simulators.playing", "deckcheck.simulators.simulator"}),
    frozenset({"deckcheck.web.application", "deckcheck.web.pages", "deckcheck.web.serving"}),
}
"""Modules of which one is imported late by another that it needs itself; no others may join them."""


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Seen by all imports but those for type checkers alone: also a late one needs the other."""
    graph = nx.DiGraph(
        (name, other)
        for module, name in ((module, dotted(module)) for module in modules())
        for other in _needed(module) & names_of_modules() - {name}
    )
    circles = {frozenset(one) for one in nx.strongly_connected_components(graph) if len(one) > 1}
    assert circles == IN_CIRCLES


def _needed(module: str) -> set[str]:
    """All that a module imports when it runs, anywhere in it."""
    for_types = {
        id(node)
        for block in nodes_of(module)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    found: set[str] = set()
    for node in nodes_of(module):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "acts":
            found.add(f"deckcheck.acts.{node.attr}")  # loaded when it is asked
        if isinstance(node, ast.Import) and id(node) not in for_types:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and id(node) not in for_types:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= whole if whole <= names_of_modules() else {*whole, node.module or ""}
    return found


@pytest.mark.parametrize("floor", FLOORS)
def test_the_page_on_the_architecture_names_every_room(floor: str) -> None:
    """A reader who looks there for the home of a change must not miss a room."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {path.parent.name for path in (ROOT / floor).glob("*/__init__.py")}
    assert len(rooms) > 3
    assert {room for room in rooms if f"`{room}`" not in page} == set()


def test_rules_and_simulators_import_neither_database_nor_files() -> None:
    pure = [module for module in modules() if module.startswith(PURE)]
    assert len(pure) > 100
    for module in pure:
        imported = imports_of(module)
        assert not {i for i in imported if i.partition(".")[0] == "db"} - VALUES_OF_DB, module
        assert not {i for i in imported if i.partition(".")[0] == "importers"}, module
        if module not in READS_ITS_DATA_FILE:
            assert not {i.partition(".")[0] for i in imported} & OUTSIDE_WORLD, module


def test_no_floor_hides_behind_a_name_that_says_nothing() -> None:
    forbidden = {"utils.py", "util.py", "helpers.py", "helper.py", "manager.py", "misc.py"}
    assert not forbidden & {Path(module).name for module in modules()}


def test_every_module_says_what_it_is_for() -> None:
    """The page of modules is made of the first sentences of their docstrings."""
    silent = [module for module in modules() if not ast.get_docstring(tree_of(module))]
    assert silent == []
