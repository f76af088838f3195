"""The page in the language of whoever looks at it: all of its texts, and nothing of it for others."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import httpx
import pytest

import deckcheck
from deckcheck.acts.games import game_codes, get_game
from deckcheck.acts.languages import own_languages
from deckcheck.acts.queries import sort_fields
from tests.deckcheck.web.browsing import ADDRESSES
from tests.languages import PSEUDO, pseudo_language

READ = {"alt", "aria-label", "placeholder", "title", "label", "data-label"}
"""The attributes that people read."""
UNREAD = {"script", "style", "code", "kbd", "textarea", "pre"}
"""Elements with code, keys, and what somebody typed."""
PSEUDO_ASKED = {"Accept-Language": PSEUDO}

NO_TEXT = {
    "deckcheck", "English", "čeština", "Deutsch", "magyar", "polski", PSEUDO,
    "JSON", "LackeyCCG .dek", "OCTGN .o8d", "OMW", "GW", "UTC",
    "TCGplayer", "Dragon Shield", "Deckbox", "Cardmarket", "ManaBox", "Archidekt", "Moxfield",
    "Rebels", "Empire", "Spring Open", "June", "Light", "Dark", "box", "printed", "deck save Empire",
    "type:space side:dark cost<=4", 'location:"binder 1" condition>=NM', "nexu aotc nm binder",
    "Boba Fett", "AOTC 6 box", "csv", "dek", "json", "o8d", "ods", "tsv", "txt", "xlsx", "cs", "de", "en", "es", "fr", "hu", "pl",
}  # fmt: skip
"""Names of programs and of what the test made, queries, codes."""


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
            found |= {f"{p.set_code} {p.number} {p.rarity}" for p in one.printings}
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
    found = {}
    for address in (one for one in ADDRESSES if not one.startswith("/history")):
        answer = page.get(address, headers=PSEUDO_ASKED)
        assert answer.headers["content-language"] == PSEUDO
        left = sorted(set(outside(Shown(answer.text).texts)) - facts)
        if left:
            found[address] = left
        assert "⟦" not in page.get(address).text, address
    assert found == {}
