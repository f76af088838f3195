"""What is kept of an edit for the next one changes no answer.

Lines that are read and looked up, requirements that are judged and elements that are drawn are kept,
since an edit leaves most of a deck as it was. Who edits long would be shown something else than who
opens the same text at a server that was just started.
"""

import gc
import pkgutil
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest

import deckcheck
import importers.decks
from deckcheck.acts.games import game_codes
from deckcheck.acts.typed_decks import TypedDeck
from deckcheck.decks import edit
from deckcheck.show.recent import Recent
from deckcheck.web import deck_parts, decks
from tests.amounts import amount
from tests.deckcheck.web.conftest import Client

EDITS = amount(10, 300)
TYPED = (
    "# swap the mission",
    "3 Nobody Knows Him",
    "Supply:",
    "2x",
    "Luke Skywalker",
    "My deck for Saturday:",
    "Total: 60",
    "4) ~~2 Nexu~~",
)
"""Lines that are no cards, or none for certain."""
_TYPE = re.compile(r"@typedef \{object\} (\w+)\b(.*?)\*/", re.DOTALL)
_PROPERTY = re.compile(r"@property \{.*\} \[?(\w+)")


@contextmanager
def started_anew() -> Iterator[None]:
    """Within it nothing is kept of what was asked before, as at a server that is started anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recent, "recall", lambda *_unused: None)
        patch.setattr(Recent, "__setitem__", lambda *_unused: None)
        patch.setattr(decks, "_judged", {})
        patch.setattr(edit, "_last_places", [])
        for one in _caches_of_readers():
            one.cache_clear()
        yield


@cache
def _caches_of_readers() -> list["_lru_cache_wrapper[Any]"]:
    """All that readers of decks keep; they are looked for once, among hundreds of thousands of objects."""
    for module in pkgutil.walk_packages(importers.decks.__path__, f"{importers.decks.__name__}."):
        import_module(module.name)
    found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    return [one for one in found if one.__module__.startswith("importers.decks")]


def edits(game: str, chance: random.Random, names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields addresses with what is sent beside the deck, as people edit."""
    while True:
        card, copies = chance.choice(names), chance.choice((-2, -1, 1, 1, 2, 3))
        kind = chance.random()
        if kind < 0.6:
            yield "edit", {"card": card, "copies": copies}
        elif kind < 0.7:
            yield "maybe", {"card": card, "copies": 1, "deck": chance.choice((0, -1))}
        elif kind < 0.8:
            yield "notes", {"notes": chance.choice(("", "more speed", "4 Nexu"))}
        else:
            yield "check", {"typed": chance.choice((*TYPED, f"{max(1, copies)} {card}"))}


@pytest.mark.parametrize("game", game_codes())
def test_after_many_edits_the_page_shows_what_a_fresh_server_shows(
    serving: Client, own: Path, game: str
) -> None:
    with deckcheck.open(own, game=game) as cards:
        names = [card.name for card in cards.search("")]
    chance = random.Random(f"{game} {EDITS}")
    few = chance.sample(names, 4)  # so that copies come, go and come again
    page, fresh = serving(), serving()
    text, formats, shown = "", [""], list[str]()
    for place, (address, more) in zip(range(EDITS), edits(game, chance, few), strict=False):
        if chance.random() < 0.25:
            copies = {"action": "add", "name": chance.choice(few), "quantity": 2, "game": game}
            page.post("/api/collection/change", json=copies)  # refused where the name means several
        typed = more.pop("typed", None)
        sent = {"text": text if typed is None else f"{text}{typed}\n", "game": game, "name": "Mine"}
        sent |= {"format": chance.choice(formats), "on": chance.choice(("", "2030-01-01"))}
        language = {"Accept-Language": chance.choice(("en", "cs"))}
        answer = page.post(f"/api/deck/{address}", json=sent | more | {"shown": shown}, headers=language)
        if answer.status_code != httpx.codes.OK:  # more copies are taken out than there are
            continue
        document = answer.json()
        text, formats = document["text"], ["", *(one["code"] for one in document["formats"])]
        with started_anew():
            again = fresh.post("/api/deck/check", json=sent | {"text": text}, headers=language)
        whole = again.json()
        assert whole | {"html": ""} == document | {"html": ""}, (place, address, more, text)
        assert len(document["html"]) <= len(whole["html"])
        shown = document["shown"]
    assert text


@pytest.mark.parametrize("game", game_codes())
def test_another_count_on_a_line_is_written_as_files_are_edited(
    own: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most edits are made by a short way, which must not take what only the editor of files understands."""
    chance, short = random.Random(game), 0
    with deckcheck.open(own, game=game) as cards:
        names = [card.name for card in cards.search("")]

        def edited(typed: TypedDeck, *change: Any) -> str:
            try:
                return typed.edited(cards, *change).text
            except deckcheck.DeckcheckError as error:
                return str(error)

        for _unused in range(amount(150, 3000)):
            few = chance.sample(names, 5)
            forms = ("{} {}", "{} {}", "{} {}", "{}x {}", "{}\t{}", "{}  {} ", "# {} {}")
            rows = [chance.choice(forms).format(chance.choice((1, 2, 3, 98)), name) for name in few]
            rows += chance.choice(([], [], [], ["Supply:"], [f"2 {few[0]}"], ["2 nobody"], [few[1].lower()]))
            chance.shuffle(rows)
            text = "".join(f"{row}{chance.choice((chr(10), chr(10), chr(13) + chr(10)))}" for row in rows)
            name = chance.choice((*few, few[0].lower(), f"Supply: {few[0]}"))
            change = name, chance.choice((-3, -1, 1, 2, 50)), chance.choice((None, None, "deck", "Supply"))
            typed = TypedDeck(text, game, "Mine")
            recounted = typed._recounted(cards.resolver(game), *change)
            with monkeypatch.context() as patch:
                patch.setattr(TypedDeck, "_recounted", lambda *_unused: None)
                long = edited(TypedDeck(text, game, "Mine"), *change)
            if recounted is not None:
                assert recounted.text == long, (text, change)
                short += 1
    assert short


def test_an_edit_leaves_out_what_the_page_shows_already(page: httpx.Client) -> None:
    sent = {"text": "4 Nexu\n4 TIE Fighter DS-3-12\n", "game": "swtcg"}
    first = page.post("/api/deck/check", json=sent).json()
    edit = sent | {"card": "Nexu", "copies": -1}
    whole = page.post("/api/deck/edit", json=edit).json()
    part = page.post("/api/deck/edit", json=edit | {"shown": first["shown"]}).json()
    assert 'data-card="Nexu"' in part["html"]
    assert "DS-3-12" in whole["html"]
    assert "DS-3-12" not in part["html"]
    again = page.post("/api/deck/check", json=sent | {"shown": first["shown"]}).json()
    assert again["html"] == ""


def test_a_brief_answer_has_what_the_scripts_of_the_page_read(page: httpx.Client) -> None:
    """A page got five times as much with each edit as it looked at."""
    sent = {
        "text": "4 Nexu\n2 Nobody Knows Him\n# fast\n-3 Kouhun\n",
        "game": "swtcg",
        "card": "Nexu",
        "copies": 1,
    }
    whole = page.post("/api/deck/edit", json=sent).json()
    brief = page.post("/api/deck/edit", json=sent | {"brief": True}).json()
    script = (Path(deck_parts.__file__).parent / "static" / "deck" / "types.js").read_text(encoding="utf-8")
    read = {kind: set(_PROPERTY.findall(fields)) for kind, fields in _TYPE.findall(script)}
    assert set(brief) == read["PageDeck"] | {"schema"}
    assert set(brief["report"]) == read["Report"]
    assert all(set(entry) == read["Entry"] for entry in brief["entries"])
    parts = {**brief, "report": whole["report"], "entries": whole["entries"]}
    assert {name: whole[name] for name in brief} == parts
    assert brief["report"].items() <= whole["report"].items()
    pairs = zip(brief["entries"], whole["entries"], strict=True)
    assert all(entry.items() <= shown.items() for entry, shown in pairs)
