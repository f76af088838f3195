"""Writes docs/rules.md, the tables of query fields, and the shown output in all pages.

Usage: python docs/generate.py [--check]; with --check nothing is written, and a page that is not
as it would be generated makes the exit code 1. `--references` writes the pages that git ignores
instead: commands, documents, errors, header words of sheets and modules, which `make site` shows too.

In README.md and docs/*.md, a block that begins with ```console and `$ deckcheck ...` holds the real
output of that command, run where the project's examples are; every page begins with an empty
collection. `2>&1` at its end also shows what goes to stderr. The day of the report does not count.
"""

import ast
import difflib
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from documents import documents_page
from library import library_page
from warm_program import WarmProgram

from db.clock import today
from db.errors import DeckcheckError
from deckcheck.games import FIRST_GAME, game_codes, get_game
from deckcheck.games.game import Game
from deckcheck.rules.edition import Edition, Format
from deckcheck.rules.findings import sentence_of
from deckcheck.rules.own_numbers import number_names
from deckcheck.rules.requirement import Requirement

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGES = ("db", "importers", "deckcheck")
REFERENCES = ("addresses", "cli", "documents", "errors", "header-words", "library", "modules")
"""The pages that git ignores."""
_BLOCK = re.compile(r"```console\n\$ deckcheck (?P<command>[^\n]*)\n(?P<output>.*?)```\n", re.DOTALL)
_FIELDS = re.compile(r"<!-- fields: .*?<!-- end of fields", re.DOTALL)
_OWN_FIELDS = re.compile(r"<!-- own fields: .*?<!-- end of own fields", re.DOTALL)
_PROGRAM = WarmProgram()


def main(arguments: list[str]) -> int:
    """Generates the pages that are kept, or checks that they are fresh; or writes the references."""
    stale = 0
    with tempfile.TemporaryDirectory() as folder:
        shown = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "DECKCHECK_LANG": "en"}
        os.environ.update(shown, PYTHONPATH=str(ROOT))
        environment = os.environ | {"DECKCHECK_DB": str(Path(folder) / "cards.sqlite")}
        make = references if "--references" in arguments else kept_pages
        for path, text in make(environment, Path(folder)).items():
            stale += _write_or_check(path, text, check="--check" in arguments)
    return 1 if stale and "--check" in arguments else 0


def references(environment: dict[str, str], folder: Path) -> dict[Path, str]:
    """The pages that are made whole from the code, and not kept in git."""
    pages = {"cli": cli_page(environment), "errors": errors_page(), "header-words": header_words_page()}
    pages |= {"modules": modules_page(), "addresses": addresses_page(), "library": library_page()}
    shutil.copytree(ROOT / "examples", folder / "examples")
    own = environment | {
        "DECKCHECK_POOLS": str(folder / "pools"),
        "DECKCHECK_CONFIG": str(folder / "config.toml"),
    }
    pages["documents"] = documents_page(lambda arguments: _run(arguments, own, folder))
    return {DOCS / f"{name}.md": f"<!-- generated -->\n\n{text}" for name, text in pages.items()}


def addresses_page() -> str:
    """The page of all addresses under `/api/`, by the types and texts of their functions."""
    from deckcheck.web.api import openapi_document

    parts = [
        "# Addresses of the page\n",
        "What is sent, and which [document](documents.md) comes back; `?` may be left out.\n",
    ]
    for path, methods in openapi_document()["paths"].items():
        for method, operation in methods.items():
            answer = operation["responses"]["200"]["description"]
            parts.append(f"## `{method.upper()} {path}`\n\n{operation['summary']} `{answer}`\n")
            parts += ["| sent | what |\n|---|---|", *_sent_rows(operation), ""]
    about = "An act at the desk of an event stands behind its address."
    return "\n".join([*parts, f"## Who may see and do what\n\n{about}\n", *_permission_rows()])


def _sent_rows(operation: dict[str, Any]) -> Iterator[str]:
    """Yields a row of the table for each value that an address takes."""
    for one in operation["parameters"]:
        yield _sent_row(one["name"], one["schema"], is_needed=one["required"])
    for kind, content in operation.get("requestBody", {"content": {}})["content"].items():
        body = content["schema"]
        if kind != "application/json":
            yield f"| the body | the file, as `{kind}` |"
        for name, facts in body.get("properties", {}).items():
            yield _sent_row(name, facts, is_needed=name in body["required"])


def _sent_row(name: str, facts: dict[str, Any], *, is_needed: bool) -> str:
    text = facts.get("description") or ", ".join(f"`{one}`" for one in facts.get("enum", ())) or "its name"
    return f"| `{name}`{'' if is_needed else '?'} | {text.replace('|', ' or ')} |"


def kept_pages(environment: dict[str, str], folder: Path) -> dict[Path, str]:
    """The pages that are kept in git, with every shown command run in a folder of its page."""
    _run(["deckcheck", "cards", "sets", "--json"], environment)
    pages = {DOCS / "rules.md": rules_page()}
    for path in [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]:
        if path in pages or path.stem in REFERENCES:
            continue
        pages[path] = with_own_fields(with_fields(path.read_text(encoding="utf-8")))
        if _BLOCK.search(pages[path]):
            own = folder / path.stem
            shutil.copytree(ROOT / "examples", own / "examples")
            database = shutil.copy(folder / "cards.sqlite", own)
            its_own = {"DECKCHECK_DB": str(database), "DECKCHECK_POOLS": str(own / "pools")}
            pages[path] = with_real_output(pages[path], environment | its_own, own)
    return pages


def cli_page(environment: dict[str, str]) -> str:
    """The page of all commands, as their help texts have it, and their exit codes."""
    text = _run(["typer", "deckcheck.cli.main", "utils", "docs", "--name", "deckcheck"], environment)
    text = _whole_summaries(text).replace("* `--help`:", "* `-h, --help`:").strip()
    codes = (DOCS / "exit-codes.md").read_text(encoding="utf-8").strip()
    return f"{text}\n\n#{codes}\n"


def _whole_summaries(text: str) -> str:
    """The page with the first sentence of every command in the lists, which typer cuts short."""
    firsts = dict(re.findall(r"^#+ `([^`\n]+)`\n\n([^\n]+)$", text, re.MULTILINE))
    command, lines = "", []
    for line in text.splitlines():
        if heading := re.fullmatch(r"#+ `(.+)`", line):
            command = heading[1]
        elif (short := re.fullmatch(r"\* `([\w-]+)`: .*\.\.\.", line)) is not None:
            lines.append(f"* `{short[1]}`: {firsts[f'{command} {short[1]}']}")
            continue
        lines.append(line)
    return "\n".join(lines)


def rules_page() -> str:
    """The page of all rules, as the rule classes have them."""
    parts = [
        "<!-- generated by docs/generate.py -->\n\n# The rules that deckcheck checks\n",
        (
            "Every rule has a code that never changes. A verdict is about the printed deck rules "
            "and the lists: where a card's own text breaks a rule, the card is right.\n"
        ),
        (
            "A deck is *legal* when no rule is broken and every card is known, *illegal* when a "
            "rule is broken whatever the names mean that may be several cards, and else "
            "*unproven*. Zones whose cards do not count are not judged, nor are unknown names in "
            "them, unless the format has sets or lists: these look at all zones. How ambiguous "
            "names are judged, and what is not covered, is in [architecture](architecture.md).\n"
        ),
    ]
    for code in sorted(game_codes(), key=lambda code: (code != FIRST_GAME, code)):
        game = get_game(code)
        parts.append(f"## {game.name} (`{game.code}`)\n")
        parts.append(_editions_part(game.editions))
        parts.append("### Formats\n")
        parts.append("| format | name | rules | sets | since | lists |\n|---|---|---|---|---|---|")
        parts += [_format_row(play_format) for play_format in game.formats()]
        parts.append("")
        parts += _list_part(game)
    return "\n".join(parts).rstrip() + "\n"


def _format_row(play_format: Format) -> str:
    """A line of the table of formats: as it was last; `deckcheck formats` has all states."""
    state = play_format.states[-1] if play_format.states else None
    if state is not None and not state.played:
        sets = f"ended {state.since}"
    elif state is None or state.sets is None:
        sets = "all"
    else:
        sets = " ".join(sorted(state.sets))
    since = str(state.since).removeprefix("on ") if state and state.played else ""
    lists = play_format.lists or ("its own" if play_format.listed else "none")
    return (
        f"| `{play_format.code}` | {play_format.name} | `{play_format.edition}` "
        f"| {sets} | {since} | {lists} |"
    )


def _list_part(game: Game) -> list[str]:
    """The rules that formats with sets and lists add, as their last state has them."""
    dated = [play_format for play_format in game.formats() if play_format.states]
    if not dated:
        return []
    play_format = next((one for one in dated if one.lists), dated[0])
    day = play_format.states[-1].since.latest or date.max
    rules = {(rule.code, _sentence(rule)): None for rule in game.formats.list_rules(play_format, day, day)}
    lines = ["Such a format adds, or puts in the place of the edition's rule:\n"]
    lines.append("| code | rule |\n|---|---|")
    lines += [f"| `{code}` | {sentence} |" for code, sentence in rules]
    return [*lines, ""]


def _editions_part(editions: Sequence[Edition]) -> str:
    """The editions of a game, and a row for each rule with those that have it and where it stands."""
    lines, usual = ["### Rules editions\n"], dict[str, str]()
    rules: dict[tuple[str, str, str], dict[str, str]] = {}
    for edition in editions:
        ((usual[edition.code], _many),) = Counter(rule.cite for rule in edition.rules).most_common(1)
        zones, unlimited = ", ".join(sorted(edition.counted_zones)), " and ".join(edition.unlimited_zones)
        lines.append(f"- `{edition.code}`, {edition.name}. Cards count in: {zones}. {usual[edition.code]}.")
        lines[-1] += f" Not checked: sizes of {unlimited}, whose limits are unknown." if unlimited else ""
        for rule in edition.rules:
            row = f"`{rule.code}`", _sentence(rule), _numbers(rule)
            rules.setdefault(row, {})[edition.code] = rule.cite
    lines.append(
        "\n| code | rule | numbers | editions | source, where it is another |\n|---|---|---|---|---|"
    )
    first = [code for code, *_ in rules]
    for row, cites in sorted(rules.items(), key=lambda one: first.index(one[0][0])):
        having = "all" if len(cites) == len(editions) else ", ".join(f"`{code}`" for code in cites)
        others: dict[str, list[str]] = {}
        for code, cite in cites.items():
            if cite != usual[code]:
                others.setdefault(cite, []).append(f"`{code}`")
        of = {cite: f" ({', '.join(codes)})" if len(others) > 1 else "" for cite, codes in others.items()}
        told = [f"{cite}{codes}" for cite, codes in of.items()]
        lines.append(f"| {' | '.join([*row, having, '; '.join(told)])} |")
    return "\n".join(lines) + "\n"


def _sentence(rule: Requirement) -> str:
    text = sentence_of(rule)
    return f"{text[:1].upper()}{text[1:]}."


def _numbers(rule: Requirement) -> str:
    numbers = {name: getattr(rule, field) for name, field in number_names(rule).items()}
    shown = {name: ", ".join(sorted(n)) if isinstance(n, tuple) else n for name, n in numbers.items()}
    return "; ".join(f"{name.replace('_', ' ')}: {n}" for name, n in shown.items() if n is not None)


def with_real_output(text: str, environment: dict[str, str], folder: Path) -> str:
    """The text of a page with every shown command run anew in the folder."""
    on = today()
    day, month, year = on.day, on.month, on.year
    todays = (
        on.isoformat(), f"{day}. {month}. {year}", f"{on:%d.%m.%Y}", f"{on:%Y. %m. %d.}", f"{day}.{on:%m.%Y}",
    )  # fmt: skip

    def fresh(block: re.Match[str]) -> str:
        command = block["command"]
        arguments = shlex.split(command)
        both = arguments[-1] == "2>&1"
        arguments = arguments[:-1] if both else arguments
        output = _run(["deckcheck", *arguments], environment, folder, both=both)
        of_any_day = re.escape(output)
        for said in todays:
            of_any_day = of_any_day.replace(re.escape(said), r"[\d. -]{8,13}")
        if re.fullmatch(of_any_day, block["output"]):
            output = block["output"]
        return f"```console\n$ deckcheck {command}\n{output}```\n"

    return _BLOCK.sub(fresh, text)


def _permission_rows() -> Iterator[str]:
    """Yields the lines of the table of who may see and do what."""
    from deckcheck.web.permissions import PERMISSIONS, ROLES, WORDS

    rows: dict[tuple[str, ...], list[str]] = {}
    for address, row in PERMISSIONS.items():
        rows.setdefault(row, []).append(f"`{address}`")
    yield f"| {' | '.join(ROLES)} | what |"
    yield "|---" * (len(ROLES) + 1) + "|"
    yield from (f"| {' | '.join(row)} | {', '.join(addresses)} |" for row, addresses in rows.items())
    yield f"\n{'; '.join(f'{word}: {words}' for word, words in WORDS.items() if word != words)}.\n"


def with_fields(text: str) -> str:
    """The text of a page with the table of query fields made anew."""
    from deckcheck.query.fields import FIELDS

    rows = ["| field | what | operators | example |", "|---|---|---|---|"]
    for field in FIELDS:
        names = ", ".join(f"`{name}`" for name in (field.name, *field.aliases))
        operators = " ".join(f"`{operator}`" for operator in field.operators)
        rows.append(f"| {names} | {field.help} | {operators} | `{field.example}` |")
    table = "\n".join(["generated by docs/generate.py -->", "", *rows, "", "<!-- end of fields"])
    return _FIELDS.sub(lambda _: f"<!-- fields: {table}", text)


def header_words_page() -> str:
    """The page of the headers of columns that sheets may have."""
    from importers.collections.header_words import FIELDS, WORDS

    rows = [
        f"| `{field}` | {what} | {', '.join(WORDS.get(field, ())) or '(only with `--map`)'} |"
        for field, what in FIELDS.items()
        if field not in {"choice", "mode", "printing_id", "card_id"}
    ]
    head = "# Header words\n\nThe column headers that [sheets](collection-files.md) and decks may have."
    return "\n".join([head, "", "| field | what | headers |", "|---|---|---|", *rows, ""])


def with_own_fields(text: str) -> str:
    """The text of a page with the table of the fields that only some games have made anew."""
    from deckcheck.query import Vocabulary, own_fields

    rows = ["| game | fields beside name, type, set and the like |", "|---|---|"]
    for code in game_codes():
        game = get_game(code)
        if game.words.search is not None:
            own = {fact.name for fact in game.words.search.facts} | {"title", "side", "health"}
            fields = [f for f in own_fields(game.words.search, Vocabulary()) if f.name in own]
            shown = "; ".join(f"`{f.example}` ({f.help})" for f in fields)
            rows.append(f"| `{code}` | {shown} |")
    table = "\n".join(["generated by docs/generate.py -->", "", *rows, "", "<!-- end of own fields"])
    return _OWN_FIELDS.sub(lambda _: f"<!-- own fields: {table}", text)


def modules_page() -> str:
    """The page of all packages and their modules, each with the first sentence of its docstring."""
    rows = ["# Modules", ""]
    for package in sorted(path for name in PACKAGES for path in (ROOT / name).rglob("__init__.py")):
        modules = [path for path in sorted(package.parent.glob("*.py")) if not path.stem.startswith("__")]
        name = ".".join(package.parent.relative_to(ROOT).parts)
        rows += [f"## {name}", "", _first_sentence(package), ""]
        rows += [f"- `{path.stem}`: {_first_sentence(path)}" for path in modules]
        rows.append("")
    return "\n".join(rows)


def _first_sentence(path: Path) -> str:
    """The first paragraph of a module's docstring on one line, as Markdown."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def errors_page() -> str:
    """The page of all errors, each with its base and when it is raised."""
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        if re.search(r"^class \w+Error\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))

    def below(cls: type[DeckcheckError]) -> Iterator[type[DeckcheckError]]:
        for sub in sorted(cls.__subclasses__(), key=lambda sub: sub.__name__):
            yield sub
            yield from below(sub)

    rows = ["# Errors", "", "| error | of | when |", "|---|---|---|"]
    for cls in below(DeckcheckError):
        says = (cls.__doc__ or "").split("\n")[0]
        bases = " ".join(f"`{base.__name__}`" for base in cls.__bases__)
        rows.append(f"| `{cls.__name__}` | {bases} | {says} |")
    return "\n".join([*rows, ""])


def _run(
    arguments: list[str], environment: dict[str, str], folder: Path = ROOT, *, both: bool = False
) -> str:
    stdout, stderr, code = _PROGRAM.run(arguments, environment, folder, both=both)
    if code not in {0, 1, 3} or "Traceback" in stdout + stderr:
        raise SystemExit(f"{' '.join(arguments)}: exit code {code}\n{stderr or stdout}")
    return "\n".join(line.rstrip() for line in stdout.splitlines()) + "\n"


def _write_or_check(path: Path, text: str, *, check: bool) -> bool:
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old == text:
        return False
    name = path.relative_to(ROOT).as_posix()
    if check:
        print(f"{name} is stale: run `make docs`")
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True), n=1))
    else:
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{name} written")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
