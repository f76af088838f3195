"""Keeps the files of the languages: `make texts` brings them up to date with all texts of the program.

`--check` tells what is not as it should be, and changes nothing.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import cleandoc
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from deckcheck.show.language_files import build
from deckcheck.web.languages import script_texts

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "deckcheck" / "languages"
MARKS = {"_": 1, "gettext": 1, "partly": 1, "ngettext": 2, "pgettext": -1, "advised": -2}
"""What marks a text, and which of its arguments are texts."""
_DATED = r'^"(POT?-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|[RL][^:]*-T[^:]*): .*\n'
_ENGLISH_ONLY = re.compile(r"_verb$|^(is_are|was_were|are|verb|them|article|which|value|number)$")
"""Values that only the grammar of English needs."""
_NO_WORDS = re.compile(
    r"""`[^`]*`|--[\w-]+|\{[^}]*\}|'[^']*'|"[^"]*"|deckcheck \w+|[a-z]+:\w*|\w+=\S*|way round|hand in\b"""
)
"""Commands, options, values, names and queries in a text."""


TABLES = {"print_table", "plain_table", "fitted_table"}
"""What takes the headers of a table as its first argument."""


class Text(NamedTuple):
    """A text of the program: English, perhaps with a plural or a context."""

    one: str
    many: str = ""
    context: str = ""


@cache
def texts() -> dict[Text, list[str]]:
    """All texts of the program, with the files that show them."""
    found: dict[Text, list[str]] = {}
    for path, text in (
        *_of_python(),
        *_of_templates(),
        *_of_scripts(),
        *_of_help(),
        *_of_games(),
        *_of_formats(),
    ):
        places = found.setdefault(text, [])
        if text.one and path not in places:
            places.append(path)
    return {text: places for text, places in sorted(found.items()) if text.one.strip()}


def _of_python() -> Iterator[tuple[str, Text]]:
    for floor in ("db", "importers", "deckcheck"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from ((name, text) for text in _of_call(node))
                elif isinstance(node, ast.Tuple):
                    yield from ((name, text) for text in _of_kind(node.elts))
                elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
                    yield from ((name, text) for text in _of_headers(node))


def _of_games() -> Iterator[tuple[str, Text]]:
    """The words of the games, which are data: sides, types, zones, what rules count."""
    from deckcheck.games import game_codes, get_game, get_simulator

    for code in game_codes():
        game = get_game(code)
        name = f"deckcheck/games/{code}/words.py"
        words = [*game.words.hues, *game.zones, *game.count_names, game.names.version]
        words += [label for label, _fact in game.words.face]
        words += [seat.name for seat in game.seats]
        words += [fact.fact or fact.name for fact in game.words.search.facts] if game.words.search else []
        words += [game.words.stats[0]]
        simulator = get_simulator(code)
        words += [*simulator.players, *simulator.shown.kinds]
        for word in (*words, *(one.replace("_", " ") for one in words)):
            yield from ((name, Text(word)), (name, Text(word[:1].upper() + word[1:])))
        for counted in (one for one in game.count_names if one.endswith("s")):
            yield from ((name, text) for text in _counted(counted[:-1], counted, "count"))
        for edition in game.editions:
            yield from ((name, text) for rule in edition.rules for text in _counted_by(rule))


def _of_formats() -> Iterator[tuple[str, Text]]:
    """The notes in the files of formats."""
    for path in sorted((ROOT / "deckcheck" / "games").glob("*/formats/*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for one in (data, *data.get("state", ()), *data.get("card", ())):
            yield path.relative_to(ROOT).as_posix(), Text(one.get("note", ""))


def _counted_by(rule: Any) -> Iterator[Text]:
    """What a rule counts, and the parts that it tells apart."""
    parts = (*getattr(rule, "parts", ()), *getattr(rule, "cases", ())) if isinstance(rule, tuple) else ()
    for one, many in (part.kind for part in (rule, *parts) if hasattr(part, "kind")):
        yield from (Text(one), Text(many), *_counted(one, many, "count"))
        if getattr(rule, "adds", None):
            yield from _counted(f"more {one}", f"more {many}", "count")


def _of_headers(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> Iterator[Text]:
    """The headers of a table that have a name."""
    (target,) = node.targets[:1] if isinstance(node, ast.Assign) else (node.target,)
    if getattr(target, "id", "").lower().endswith("headers") and node.value is not None:
        for one in ast.walk(node.value):
            if isinstance(one, ast.Tuple | ast.List):
                yield from _of_words(one.elts)


def _of_words(elements: Iterable[ast.expr]) -> Iterator[Text]:
    values = (one.value for one in elements if isinstance(one, ast.Constant))
    yield from (Text(value) for value in values if value and isinstance(value, str))


def _of_call(call: ast.Call) -> Iterator[Text]:
    function = call.func.id if isinstance(call.func, ast.Name) else ""
    if function in TABLES and call.args and isinstance(call.args[0], ast.Tuple):
        yield from _of_words(call.args[0].elts)
    said = [one.value if isinstance(one, ast.Constant) else None for one in call.args]
    match said:
        case [str(text), *_] if function in {"_", "gettext", "partly"}:
            yield Text(text)
        case [str(one), str(many), *_] if function == "ngettext":
            yield Text(one, many)
        case [str(context), str(text), *_] if function == "pgettext":
            yield Text(text, context=context)
        case [str(), str(text), *_] if function == "advised":
            yield Text(text)
        case [_, str(one), str(many), *_] if function in {"count", "amount"}:
            yield from _counted(one, many, function)
        case [_, str(one)] if function == "amount":
            yield from _counted(one, f"{one}s", function)


def _counted(one: str, many: str, function: str) -> Iterator[Text]:
    yield Text(f"{{number}} {one}", f"{{number{':,' * (function == 'amount')}}} {many}")


def _of_kind(words: list[ast.expr]) -> Iterator[Text]:
    """A noun and its plural, as rules have the kind of cards that they count."""
    match [word.value if isinstance(word, ast.Constant) else None for word in words]:
        case [str(one), str(many)] if one not in {"", "http"} and many in {
            f"{one}s",
            f"{one[:-1]}ies",
            f"{one[:-2]}ice",
        }:
            yield from (*_counted(one, many, "count"), Text(one), Text(many))


def _of_templates() -> Iterator[tuple[str, Text]]:
    options = {"trimmed": "true", "silent": "false"}
    for path in sorted((ROOT / "deckcheck" / "web" / "templates").iterdir()):
        name = path.relative_to(ROOT).as_posix()
        for _line, function, said, _notes in babel_extract(
            BytesIO(path.read_bytes()), [*MARKS, "amount"], [], options
        ):
            match function, said:
                case "pgettext", (str(context), str(text)):
                    yield name, Text(text, context=context)
                case "ngettext", (str(one), str(many), *_):
                    yield name, Text(one, many)
                case "amount", (_, str(one), str(many)):
                    yield from ((name, text) for text in _counted(one, many, "amount"))
                case _, (str(text), *_):
                    yield name, Text(text)
                case _, str(text):
                    yield name, Text(text)


def _of_scripts() -> Iterator[tuple[str, Text]]:
    for path, one, many in script_texts():
        yield path.relative_to(ROOT).as_posix(), Text(one, many)


def _of_help() -> Iterator[tuple[str, Text]]:
    for name, command in commands().items():
        for parameter in command.params:
            yield name, Text(getattr(parameter, "help", None) or "")
        yield name, Text(cleandoc(command.help or ""))


@cache
def commands() -> dict[str, Any]:
    """All commands and groups by their names, as typer has them."""
    from typer import Context
    from typer.core import TyperGroup
    from typer.main import get_command

    from deckcheck.cli.main import app

    def walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:
        yield name, command
        if isinstance(command, TyperGroup):
            context = Context(command, info_name=name)
            for one in command.list_commands(context):
                yield from walk(command.get_command(context, one), f"{name} {one}")

    return dict(walk(get_command(app), "deckcheck"))


def updated(path: Path) -> str:
    """The file of a language with all texts of the program, and the translations that it has of them."""
    with path.open("rb") as file:
        old = read_po(file)
    new = Catalog(
        old.locale, project="deckcheck", charset="utf-8", fuzzy=False, header_comment=old.header_comment
    )
    new.mime_headers = [(name, value) for name, value in old.mime_headers if name == "Plural-Forms"]
    for text, places in texts().items():
        had = old.get((text.one, text.many) if text.many else text.one, text.context or None)
        string: Any = had.string if had is not None and bool(had.pluralizable) == bool(text.many) else None
        new.add(
            (text.one, text.many) if text.many else text.one,
            string,
            [(place, 0) for place in places],
            {"fuzzy"} & set(had.flags) if had is not None and string else set(),
            user_comments=had.user_comments if had is not None else (),
            context=text.context or None,
        )
    out = BytesIO()
    write_po(out, new, width=100, include_lineno=False)
    return re.sub(_DATED, "", out.getvalue().decode(), flags=re.MULTILINE)


def pieces() -> Iterator[str]:
    """Texts that are no whole sentence or label: what stands before or after them is put on in code."""
    for text, places in texts().items():
        for one in filter(None, (text.one, text.many)):
            if not text.context and re.search(r"\A([ ;,:]|\. )|[ ;,]\Z", one.strip("\n")):
                yield f"{', '.join(places)}: {one!r} is a piece of a text, expected a whole sentence or label"


def problems(path: Path) -> Iterator[str]:
    """What is wrong in the file of a language: values, plural forms, line breaks at the ends."""
    with path.open("rb") as file:
        catalog = read_po(file)
    for message in catalog:
        if not message.id or not message.string:
            continue
        said = message.string if isinstance(message.string, tuple | list) else (message.string,)
        meant = message.id if isinstance(message.id, tuple | list) else (message.id,)
        if len(meant) > 1 and len(said) != catalog.num_plurals:
            yield f"{path.name}: {meant[0]!r} has {len(said)} forms, expected {catalog.num_plurals}"
        values = set().union(*map(_values, meant))
        for one in filter(None, said):
            yield from (f"{path.name}: {meant[0]!r} {why}: {one!r}" for why in _wrong(meant[0], one, values))
            for term in _unlike_glossary(meant[0], one, path.stem):
                yield f"{path.name}: {meant[0]!r} has no word of the glossary for {term!r}: {one!r}"


def _wrong(meant: str, said: str, values: set[str]) -> Iterator[str]:
    try:
        has = _values(said)
    except ValueError:
        yield "has braces that do not pair up"
        return
    if has - values:
        yield f"has no value called {', '.join(sorted(has - values))}"
    if lost := {name for name in values - has if not _ENGLISH_ONLY.search(name)}:
        yield f"lacks {', '.join(sorted(lost))}"
    if any(meant.count(sign) != said.count(sign) for sign in "[]`"):
        yield "has other brackets or backquotes"
    ends = (meant[: len(meant) - len(meant.lstrip(" \n"))], meant[len(meant.rstrip(" \n")) :])
    if ends != (said[: len(said) - len(said.lstrip(" \n"))], said[len(said.rstrip(" \n")) :]):
        yield "begins or ends with other blanks"


@cache
def glossary(code: str) -> dict[str, tuple[str, ...]]:
    """The terms of docs/translating.md that are checked, with what each is known by in a language."""
    page = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
    table = page.partition(f"(`{code}`)\n")[2].partition("\n### ")[0]
    found: dict[str, tuple[str, ...]] = {}
    for term, known in re.findall(r"^\| \*\*(\w+)\*\*.*?\|.*?\| (.*?) \|$", table, re.MULTILINE):
        found[term] = (*found.get(term, (term,)), *known.casefold().split(", "))
    return found


def _unlike_glossary(meant: str, said: str, code: str) -> Iterator[str]:
    """The terms of a text that its translation does not have; commands, values and names are no terms."""
    words = re.sub(_NO_WORDS, " ", meant)
    for term, known in glossary(code).items():
        has = re.search(rf"(?<![\w/.-]){term}s?(?![\w/.=-])", words)
        if has and not any(one in said.casefold() for one in known):
            yield term


def _values(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def main(arguments: list[str]) -> int:
    """Brings the files up to date, or with `--check` tells what is wrong; a code makes a new one."""
    stale = 0
    for code in arguments:
        if not code.startswith("-"):
            (FOLDER / f"{code}.po").write_text(
                f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n', encoding="utf-8"
            )
    for path in sorted(FOLDER.glob("*.po")):
        if "--build" in arguments:
            build(path)
            continue
        text = updated(path)
        if text != path.read_text(encoding="utf-8"):
            if "--check" in arguments:
                print(f"{path.relative_to(ROOT)} is not up to date; run make texts")
                stale += 1
            else:
                path.write_text(text, encoding="utf-8")
        for problem in problems(path):
            print(problem)
            stale += 1
    for piece in pieces() if "--build" not in arguments else ():
        print(piece)
        stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
