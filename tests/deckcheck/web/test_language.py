"""The page in the language of whoever looks at it: all of its texts, and nothing of it for others."""

import base64
import calendar
import re
import sqlite3
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import deckcheck
from deckcheck.acts.games import game_codes, get_game
from deckcheck.acts.languages import own_languages
from deckcheck.acts.queries import sort_fields
from deckcheck.show.language import spoken
from deckcheck.show.language_files import find_language, language_files
from importers.collections.header_words import FIELDS
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.web.browsing import ADDRESSES, needs_chromium
from tests.deckcheck.web.conftest import Client
from tests.languages import PSEUDO, pseudo_language

READ = {"alt", "aria-label", "placeholder", "title", "label", "data-label", "data-over"}
"""The attributes that people read."""
UNREAD = {"script", "style", "code", "kbd", "textarea", "pre"}
"""Elements with code, keys, and what somebody typed."""
PSEUDO_ASKED = {"Accept-Language": PSEUDO}

NO_TEXT = {
    "deckcheck", "English", "čeština", "Deutsch", "magyar", "polski", PSEUDO,
    "JSON", "LackeyCCG .dek", "OCTGN .o8d", "OMW", "GW", "OGW", "UTC", "Sealed",
    "TCGplayer", "Dragon Shield", "Deckbox", "Cardmarket", "ManaBox", "Archidekt", "Moxfield",
    "Rebels", "Empire", "Spring Open", "Friday", "Season", "CSV", *calendar.month_name[1:], "Light", "Dark", "box", "deck save Empire",
    "type:space side:dark cost<=4", 'location:"binder 1"', "nexu aotc nm binder", "nexu aotc",
    "AM", "PM", datetime.now().astimezone().strftime("%b"), "deck save Rebels",
    "EX", "GD", "HP", "LP", "MP", "NM", "Boba Fett", "AOTC 6 box", "csv", "dek", "json", "o8d", "ods", "tsv", "txt", "xlsx", "cs", "de", "en", "es", "fr", "hu", "pl",
}  # fmt: skip
"""Names of programs and of what the test made, queries, codes, dates."""
SHEET = b"name,set,copies\nNexu,AOTC,3\nBoba Fett,AOTC,2\nZzz,XX,q\n"
OF_SHEET = {
    "mine.csv",
    "name",
    "set",
    "copies",
    "Zzz",
    "XX",
    "Zzz | XX | q",
    "Boba Fett | AOTC |",
    "Boba Fett (A) [AOTC 6",
    "Nexu [AOTC 97",
}


PROBLEMS = (
    "/nowhere",
    "/cards/Nobody",
    "/cards?q=foo:bar&view=tiles",
    "/deck/None",
    "/decks/compare",
    "/hand-in",
    "/link/none",
    "/login",
)


class Shown(HTMLParser):
    """The texts of a page that a person reads or hears."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.within: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.within.append(tag)
        if tag != "meta":
            self.texts += [value for name, value in attrs if name in READ and value]

    def handle_endtag(self, tag: str) -> None:
        if self.within and tag == self.within[-1]:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within:
            self.texts.append(data)


def outside(texts: list[str]) -> Iterator[str]:
    """The words that stand outside of brackets, but for numbers."""
    text = "\n".join(texts)
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "\n", text)) != text:
        text = inner
    for part in re.split(r"[\n·,]|: | -> ", text):
        words = re.sub(r"^[\W\d]+|[^\w()]+$|\s+\d+$", "", part.strip())
        if re.search(r"[^\W\d]{2}", words):
            yield words


@pytest.fixture
def facts() -> set[str]:
    """The facts of cards, and the names of games and formats: they are the same in every language."""
    with deckcheck.open() as cards:
        found = NO_TEXT | {one.name for one in cards.formats("swtcg")} | set(sort_fields(cards.catalogue()))
        for one in cards.search(""):
            found |= {one.name, one.type, one.side or "", *one.subtypes}
            found |= {
                " ".join((p.set_code, *(p.number or "").split(), p.rarity or "")) for p in one.printings
            }
            found |= {p.set_code for p in one.printings}
        found |= {one.name for one in cards.sets()}
        event = cards.events.get("Spring Open")
        found |= {one.name for one in event.view().tournament.players}
    found |= {get_game(code).name for code in game_codes()}
    return set(outside([one for one in found if one]))


@pytest.mark.usefixtures("filled")
def test_every_text_of_every_page_is_in_the_language_of_the_browser(
    page: httpx.Client, facts: set[str]
) -> None:
    pseudo_language(own_languages())
    with deckcheck.open() as cards:
        event = cards.events.new("Empire", day="2004-06-19")
        event.register_files("Ada")
        (link,) = event.links.make()
    found = {}
    for address in (*ADDRESSES, *PROBLEMS, link.address(), "/hand-in"):
        answer = page.get(address, headers=PSEUDO_ASKED)
        assert answer.headers["content-language"] == PSEUDO
        left = sorted(set(outside(Shown(answer.text).texts)) - facts)
        if left:
            found[address] = left
        assert "⟦" not in page.get(address).text, address
    form = {"player": "1", "list-light": "4 Kouhun\n60 Nexu", "action": "check"}
    checked = page.post("/hand-in", data=form, headers=PSEUDO_ASKED)
    assert sorted(set(outside(Shown(checked.text).texts)) - facts) == []
    assert found == {}


SCRIPTED = r"""() => {
    const parts = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const { currentNode: text } = words;
        if (!text.parentElement.closest("script, style, code, kbd, textarea, pre, noscript")) parts.push(text.data);
    }
    for (const one of document.body.querySelectorAll("*")) {
        for (const name of ["alt", "aria-label", "placeholder", "title", "label"]) {
            if (one.hasAttribute(name)) parts.push(one.getAttribute(name));
        }
    }
    return parts;
}"""
"""The texts of a page as its scripts have left it."""


@pytest.mark.usefixtures("filled")
@needs_chromium
def test_what_scripts_write_is_in_the_language_of_the_page(tab: Any, facts: set[str]) -> None:
    pseudo_language(own_languages())
    tab.set_extra_http_headers(PSEUDO_ASKED)
    found = {}

    def look(where: str) -> None:
        if left := sorted(set(outside(tab.evaluate(SCRIPTED))) - facts):
            found[where] = left

    for address in ("/", "/collection", "/collection/wants", "/events/Spring%20Open?step=rounds"):
        tab.goto(address)
        tab.wait_for_load_state("networkidle")
        look(address)
    tab.goto("/deck/Rebels")
    for panel in ("versions", "odds", "hand", "setup", "goldfish"):
        tab.click(f"#tab-{panel}")
        tab.wait_for_load_state("networkidle")
        look(panel)
    tab.goto("/collection/import")
    tab.set_input_files("#sheet", {"name": "mine.csv", "mimeType": "text/csv", "buffer": SHEET})
    tab.wait_for_selector("#questions fieldset")
    facts |= {*OF_SHEET, *FIELDS}
    look("import")
    assert found == {}


def test_the_language_is_chosen_on_the_page_and_kept(page: httpx.Client) -> None:
    pseudo_language(own_languages())
    assert page.get("/cards").headers["content-language"] == "en"
    done = page.post(
        "/language", content="language=qps", headers={"Referer": f"{page.base_url}/cards?q=nexu"}
    )
    assert done.status_code == 303
    assert done.headers["location"] == "/cards?q=nexu"
    found = page.get("/cards", headers={"Accept-Language": "de"})
    assert '<html lang="qps">' in found.text
    assert {"Accept-Language", "Cookie"} <= set(found.headers["vary"].split(", "))
    assert re.search(r'value="qps" lang="qps" aria-current="true"', found.text)
    page.post("/language", content="language=en")
    assert '<html lang="en">' in page.get("/cards", headers=PSEUDO_ASKED).text


@needs_chromium
def test_the_menu_changes_the_page_and_what_is_kept_for_a_server_that_is_away(tab: Any) -> None:
    tab.goto("/cards")
    tab.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    tab.goto("/events")
    tab.goto("/collection")
    kept = "caches.open('deckcheck-pages').then((one) => one.keys()).then((all) => all.map((one) => new URL(one.url).pathname))"
    assert {"/events", "/collection"} <= set(tab.evaluate(kept))
    tab.click(".more > summary")
    tab.click("text=Deutsch")
    expect(tab.locator("html")).to_have_attribute("lang", "de")
    assert tab.url.endswith("/collection")
    assert "/events" not in tab.evaluate(kept)
    worker = tab.evaluate("fetch('/worker.js').then((answer) => answer.text())")
    assert worker.startswith('self.LANGUAGE = "de"; self.TEXTS = {')
    tab.evaluate("document.querySelector('.more').open = true")
    tab.click("text=English")
    expect(tab.locator("html")).to_have_attribute("lang", "en")


def test_who_asks_for_no_language_gets_that_of_the_server_but_english_from_the_api(serving: Client) -> None:
    pseudo_language(own_languages())
    with spoken(find_language(PSEUDO, own_languages())):
        page = serving()
    assert page.get("/cards").headers["content-language"] == PSEUDO
    assert page.get("/api/cards/Nobody").json()["error"] == "no card is called 'Nobody'."
    assert page.get("/cards", headers={"Accept-Language": "en"}).headers["content-language"] == "en"


@pytest.mark.parametrize(
    ("referer", "back"),
    [("https://evil.example//evil.example/", "/evil.example/"), ("", "/"), ("nonsense", "/nonsense")],
)
def test_a_choice_leads_back_to_this_server_only(looking: httpx.Client, referer: str, back: str) -> None:
    done = looking.post("/language", content="language=../../etc", headers={"Referer": referer})
    assert done.headers["location"] == back
    assert "language=en" in done.headers["set-cookie"]


def test_the_api_is_english_unless_asked_otherwise_and_codes_are_the_same_in_every_language(
    page: httpx.Client,
) -> None:
    pseudo_language(own_languages())
    deck = {"text": "2 Foo\n60 Nexu\n", "game": "swtcg"}
    first = page.post("/api/deck/check", json=deck)
    other = page.post("/api/deck/check", json=deck, headers=PSEUDO_ASKED)
    assert page.post("/api/deck/check", json=deck).content == first.content
    assert first.headers["content-language"] == "en"
    report, said = first.json()["report"], other.json()["report"]
    assert [one["message"][0] for one in said["issues"]] == ["⟦"] * len(report["issues"])
    same = ("verdict", "format", "counts")
    assert [report[key] for key in same] == [said[key] for key in same]
    assert [one["code"] for one in report["issues"]] == [one["code"] for one in said["issues"]]
    assert "⟦" in page.get("/api/cards/Nobody", headers=PSEUDO_ASKED).json()["error"]


def test_nothing_that_is_stored_is_in_the_language_of_who_stored_it(page: httpx.Client, own: Path) -> None:
    pseudo_language(own_languages())
    page.headers.update(PSEUDO_ASKED)
    nexu = {"name": "Nexu", "quantity": 2}
    assert page.post("/api/collection/change", json={**nexu, "action": "add"}).json()["batch"]
    for action in ("set", "want", "offer", "keep", "remove"):
        assert page.post("/api/collection/change", json={**nexu, "action": action}).status_code == 200
    for batch in (2, 1):
        page.post("/api/collection/undo", json={"batch": batch})
    data = b64encode(SHEET).decode()
    assert page.post("/api/collection/import/apply", json={"name": "mine.csv", "data": data}).json()["batch"]
    for copies in (2, 3):
        sent = {"text": f"{copies} Nexu\n# maybe: 2 Boba Fett (A)\n", "game": "swtcg"}
        base = page.get("/api/decks/Mine").json().get("state")
        assert page.put("/api/decks/Mine", json={**sent, "base": base}).json()["batch"]
    page.post("/api/decks/Mine/name", json={"to": "Yours"})
    assert page.post("/api/events", json={"name": "Open", "on": "2004-06-19"}).status_code == 200
    lists = [{"name": "a.txt", "data": b64encode(b"60 Nexu").decode()}]
    for player in ("Ada", "Bo", "Cy"):
        page.post("/api/events/Open/players", json={"player": player, "lists": lists})
    for line in (
        "lock",
        "pair",
        "publish",
        "1 2 0",
        "1 draw because it was typed wrong",
        "drop Cy",
        "clock 50",
    ):
        answer = page.post("/api/events/Open", json={"text": line})
        assert answer.status_code == 200, answer.text
    page.post("/api/events/Open/links", json={})
    with closing(sqlite3.connect(own)) as stored:
        kept = [line for line in stored.iterdump() if "⟦" in line]
    assert kept == []


def test_cards_have_their_names_in_the_language_and_in_english(page: httpx.Client) -> None:
    """A Hungarian who knows the printed name finds it in lists, on the card's page and in a deck."""
    hungarian = {"Accept-Language": "hu"}
    found = page.get("/cards?game=destiny&q=phasma+elite&view=table", headers=hungarian).text
    assert "Phasma kapitány, Elit" in found
    assert "Captain Phasma, Elite" in found
    tiles = page.get("/cards?game=destiny&q=phasma+elite&view=tiles", headers=hungarian).text
    assert 'aria-label="Phasma kapitány, Elit' in tiles
    address = next(re.finditer(r'href="(/cards/Captain[^"]*)"', found))[1].replace("&amp;", "&")
    assert "Phasma kapitány, Elit rohamosztagos</h1>" in page.get(address, headers=hungarian).text
    sent = {"game": "destiny", "text": "1 Captain Phasma, Elite Trooper (Awakenings #1)"}
    told = page.post("/api/deck/check", json=sent, headers=hungarian).json()
    assert "Phasma kapitány, Elit" in told["html"]
    assert "Phasma kapit" not in str({key: value for key, value in told.items() if key != "html"})
    for headers, owned in (
        (hungarian, "0 megvan"),
        ({}, "0 owned"),
        ({"Accept-Language": "de"}, "0 im Besitz"),
    ):
        html = page.post("/api/deck/check", json=sent, headers=headers).json()["html"]
        assert owned in html, "what was shown to one is not kept for others in another language"


KYLO = (ROOT / "examples/sisters/kylo-and-phasma.txt").read_text(encoding="utf-8")


def test_cards_are_found_and_played_by_their_names_in_the_language(page: httpx.Client) -> None:
    """A Hungarian types what is printed on the card; the scripts find the card by its English name."""
    hungarian = {"Accept-Language": "hu"}
    told = page.get("/api/suggest?game=destiny&q=erő+csap", headers=hungarian).json()
    assert [(one["name"], one["called"]) for one in told["cards"]] == [("Force Strike", "Erő csapás")]
    begin = page.get("/api/suggest?game=destiny&q=erő", headers=hungarian).json()["cards"]
    assert [one["called"].startswith("Erő") for one in begin] == sorted(
        (one["called"].startswith("Erő") for one in begin), reverse=True
    )
    assert begin[0]["called"].startswith("Erő")
    (english,) = page.get("/api/suggest?game=destiny&q=erő+csap").json()["cards"]
    assert english["called"] == "Force Strike"
    for address, more in (
        ("hand", {"moves": ["draw"]}),
        ("setup", {"against": "same"}),
        ("repair", {"out": ["Force Strike"]}),
    ):
        sent = {"game": "destiny", "text": KYLO, **more}
        plain = page.post(f"/api/deck/{address}", json=sent).json()
        told = page.post(f"/api/deck/{address}", json=sent, headers=hungarian).json()
        assert plain["names"] == {}, address
        assert told["names"]["Force Strike"] == "Erő csapás", address
        if address == "setup":
            words = {"one": "egyes", "two": "kettes", "human": "ember", "planner": "tervező"}
            assert told["words"] == words
    dealt, called = (
        page.post("/api/deck/hand", json={"game": "destiny", "text": KYLO}, headers=headers).json()
        for headers in ({}, hungarian)
    )
    assert [called["names"][name.partition(" (")[0]] for name in dealt["hand"]] == called["hand"]
    assert "Erő csapás" in page.post("/api/deck/goldfish", json=sent, headers=hungarian).json()["text"]


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("code", sorted(language_files())[:: amount(2, 1)])
def test_every_page_is_whole_in_each_language(page: httpx.Client, code: str) -> None:
    """What is shown is the same in other words: every address answers, links and fields are those of English."""
    for address in ADDRESSES:
        english, other = (page.get(address, headers={"Accept-Language": one}) for one in ("en", code))
        assert other.status_code == english.status_code, address
        assert f'<html lang="{code}"' in other.text, address
        assert not re.search(r"\{\w+(:[^}]*)?\}", " ".join(Shown(other.text).texts)), address
        for kept in (r'href="[^"]*"', r'name="[^"]*"', r'id="[^"]*"', r'action="[^"]*"'):
            there = [one for one in re.findall(kept, other.text) if one != 'id="texts"']  # of scripts
            assert there == re.findall(kept, english.text), (address, kept)


def test_types_and_sides_are_words_of_the_language_in_lists_chips_and_tables(page: httpx.Client) -> None:
    """They are data of the games, and say nothing to somebody who knows the printed words alone."""
    hungarian = {"Accept-Language": "hu"}
    told = page.post("/api/deck/check", json={"game": "destiny", "text": KYLO}, headers=hungarian).json()
    groups = re.findall(r"</i>([^<]*)<span>", told["html"])
    assert {"Fejlesztés", "Csatatér"} <= set(groups)
    assert not {"Upgrade", "Battlefield"} & set(groups)
    for address in ("/cards?game=destiny&q=phasma", "/?game=swtcg"):
        shown = Shown(page.get(address, headers=hungarian).text).texts
        assert not {"villain", "Character"} & {text.strip() for text in shown}, address
    several = " ".join(Shown(page.get("/cards?game=swtcg&q=type~%2F", headers=hungarian).text).texts)
    assert "Föld/karakter" in several
    assert "Ground/" not in several
    words = page.get("/api/suggest?game=destiny&q=phasma", headers=hungarian).json()["words"]
    assert words["villain"] == "gonosz"


@pytest.mark.parametrize(
    ("code", "bar", "sides", "take", "kind"),
    [
        ("cs", "1 Vesmír, 5 postava", "Strany", "vyjmi: 1 kopie", "celý ve sbírce"),
        ("pl", "1 Kosmos, 5 postać", "Strony", "wyjmij: 1 egzemplarz", "masz w całości"),
    ],
)
def test_what_is_counted_stands_in_the_right_case(
    page: httpx.Client, code: str, bar: str, sides: str, take: str, kind: str
) -> None:
    """What is counted is in the nominative: a verb cannot govern it without a colon. Sides are not those of dice."""
    asked = {"Accept-Language": code}
    text = "5 Boba Fett (A)\n1 X-wing Squadron\n"
    shown = page.post("/api/deck/check", json={"text": text}, headers=asked).json()["html"]
    assert f'<span class="label">{sides}</span>' in shown
    assert take in shown
    with deckcheck.open() as cards:
        cards.decks.save(deckcheck.acts.typed_decks.TypedDeck(text, "swtcg", "Mine").deck_list, "Mine")
        cards.collection.add("Boba Fett (A)", 5, set_code="AOTC")
        cards.collection.add("X-wing Squadron", 1)
    home = page.get("/?game=swtcg", headers=asked).text
    assert bar in home
    assert f"{kind} <span" in home


def test_what_a_row_of_a_sheet_lacks_is_told_in_the_language(page: httpx.Client) -> None:
    asked = {"Accept-Language": "de"}
    sheet = base64.b64encode(b"Quantity,Name\n2,Boba Fett\n").decode()
    sent = {"name": "mine.csv", "data": sheet, "game": "swtcg"}
    told = page.post("/api/collection/import", json=sent, headers=asked).text
    assert "der Buchstabe fehlt (Version)" in told


def test_prices_are_written_as_in_the_language(page: httpx.Client) -> None:
    with deckcheck.open() as cards:
        cards.collection.add("Boba Fett (A)", 3, set_code="AOTC", price="1234.50", currency="EUR")
    for code, said in (("en", "<b>3,703.50 EUR"), ("de", "<b>3.703,50 EUR")):
        assert said in page.get("/collection?game=swtcg", headers={"Accept-Language": code}).text


@needs_chromium
def test_the_day_of_a_verdict_is_written_as_in_the_language(tab: Any) -> None:
    tab.set_extra_http_headers({"Accept-Language": "de"})
    tab.goto("/deck?game=swtcg")
    tab.fill("#text", "4 Nexu")
    tab.click("#judged-by > summary")
    tab.fill("#on", "2004-06-19")
    expect(tab.locator("#judged-words")).to_contain_text("am 19.06.2004")
