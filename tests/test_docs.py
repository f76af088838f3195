"""What a newcomer reads first is short and leads everywhere."""

import json
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from db.clock import today
from deckcheck.cli import common
from deckcheck.cli.main import app
from deckcheck.stopping import stopped_by
from deckcheck.web.api import openapi_document

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text(encoding="utf-8")
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def test_the_readme_is_read_to_its_end() -> None:
    assert len(README) <= 6_000
    assert README.count("](docs/pictures/") == 2
    assert "affiliated with nobody" in README


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_no_link_of_the_front_pages_leads_nowhere(name: str) -> None:
    links = _LINK.findall((ROOT / name).read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_page_stands_in_the_site() -> None:
    pages = {page.stem for page in DOCS.glob("*.md")} - {"index"}
    assert pages - set((DOCS / "index.md").read_text(encoding="utf-8").split()) == set()


def test_every_exit_code_of_the_program_is_on_its_page_and_no_other() -> None:
    page = (DOCS / "exit-codes.md").read_text(encoding="utf-8")
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    own = {value for name, value in vars(common).items() if name.startswith("EXIT_")}
    assert told == own | {code for code in range(256) if stopped_by(code)}


def test_every_document_of_the_program_is_described() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "deckcheck").rglob("*.py"))
    named = set(re.findall(r'"(deckcheck\.[a-z-]+/\d)"', code))
    described = set(re.findall(r"`(deckcheck\.[a-z-]+/\d)`", (DOCS / "json.md").read_text(encoding="utf-8")))
    of_the_page = {one for one in named if one.startswith("deckcheck.page-")}
    assert named - of_the_page == described
    assert of_the_page <= set(re.findall(r'"(deckcheck\.[a-z-]+/\d)"', json.dumps(openapi_document())))


def test_the_page_of_rules_is_that_of_the_declarations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number, sentence and source of a rule stands there: who changes one must change the page."""
    monkeypatch.syspath_prepend(DOCS)
    generate = runpy.run_path(str(DOCS / "generate.py"))
    assert generate["rules_page"]() == (DOCS / "rules.md").read_text(encoding="utf-8")


def test_contributing_names_only_what_is_there() -> None:
    named = re.findall(
        r"`((?:docs|deckcheck|importers|db|tests)/[\w/.-]*)`",
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
    )
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(("said", "is_kept"), [("as of {}: legal", True), ("as of {}: illegal", False)])
def test_a_shown_report_is_not_stale_tomorrow(
    monkeypatch: pytest.MonkeyPatch, said: str, *, is_kept: bool
) -> None:
    """What is generated on another day may differ by that day alone, in whatever language."""
    monkeypatch.syspath_prepend(DOCS)
    generate = runpy.run_path(str(DOCS / "generate.py"))
    with_real_output = generate["with_real_output"]
    page = "```console\n$ deckcheck validate a.dek\nas of 2002-04-23: legal\n```\n"
    output = said.format(today().isoformat()) + "\n"
    monkeypatch.setitem(with_real_output.__globals__, "_run", lambda *_, **__: output)
    assert (with_real_output(page, {}, Path()) == page) == is_kept


def test_no_page_names_an_option_that_there_is_not() -> None:
    """What a reader types must be understood; shown commands are run, all others are only words."""

    def options_of(command: Any) -> Iterator[str]:
        context = typer.Context(command)
        for parameter in command.get_params(context):
            yield from (*parameter.opts, *parameter.secondary_opts)
        for name in getattr(command, "list_commands", lambda _: ())(context):
            yield from options_of(command.get_command(context, name))

    there = set(options_of(typer.main.get_command(app)))
    pages = [ROOT / "README.md", *DOCS.glob("*.md")]
    named = {
        (page.name, option)
        for page in pages
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]+", page.read_text(encoding="utf-8"))
    }
    assert {(page, option) for page, option in named if option not in there} == set()
