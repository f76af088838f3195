"""Random collections with hostile names, for properties; sheets as they are read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from db.cards.card import Card, Printing
from db.cards.names import shows_something
from db.collection.holdings import CONDITIONS, FINISHES, LANGUAGES, Holding, HoldingFacts, HoldingKey
from importers.collections.holding_sheet import HoldingSheet, parse_holdings
from importers.sheets.sheets import read_bytes

HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1+1",
    "'=1",
    "''+x",
    "'t Hooft",
    "a,b",
    "a;b",
    'say "so"',
    '"',
    "'",
    "line\nbreak",
    "tab\tin",
    "Padmé",
    "Łódź ąę",
    "日本",
    "🃏",
    "#REF!",
    "#N/A",
    "1e5",
    "007",
    "1.000",
    "3,5",
    "TRUE",
    "NaN",
    "null",
    "None",
    "-",
    "x",
    "total",
    "Summe",
    "   ",
    "<b>&amp;</b>",
    "%s {0}",
    "\\",
    "|",
    "sep=;",
    "\u202eabc",
    "a" * 300,
    "box\u200b1",
    "\ufeffbox",
    "\u200b",
    "👩\u200d🔧",
    "a\u200cb",
    "\u3164",
)

plain = st.text(st.characters(exclude_categories=["Cs", "Cc", "Co", "Cn", "Zl", "Zp"]), max_size=12)
hostile = st.sampled_from(HOSTILE) | plain
one_line = hostile.map(lambda text: " ".join(text.split())[:150])
places = one_line.filter(lambda text: not text or shows_something(text))


def _stripped(text: str) -> str:
    return text.strip()


days = st.dates().map(lambda day: day.isoformat()) | st.none()
prices = st.none() | st.decimals(0, 99_999, places=2).map(str) | st.sampled_from(["0.5", "12"])
currencies = st.none() | st.sampled_from(["EUR", "USD", "CZK", "PLN"])
extras = st.dictionaries(one_line.filter(bool), hostile.map(_stripped).filter(bool), max_size=3)


@st.composite
def facts(draw: st.DrawFn) -> HoldingFacts:
    """What is noted of some copies."""
    quantity = draw(st.integers(1, 99))
    price = draw(prices)
    return HoldingFacts(
        quantity,
        draw(st.integers(0, quantity)),
        draw(hostile.map(_stripped)),
        draw(days),
        price,
        draw(currencies) if price else None,
        draw(extras),
    )


@st.composite
def collections(
    draw: st.DrawFn, pool: list[tuple[Card, Printing | None]], words: Mapping[str, Any] | None = None
) -> list[Holding]:
    """Holdings of these printings; `words` narrows conditions, languages and finishes."""
    known = {
        "condition": st.sampled_from(["", *CONDITIONS]),
        "language": st.sampled_from(["", *LANGUAGES]),
        "finish": st.sampled_from(["", *FINISHES]),
        "location": places,
        **(words or {}),
    }
    found: dict[HoldingKey, Holding] = {}
    for place in draw(st.lists(st.integers(0, len(pool) - 1), min_size=1, max_size=12)):
        card, printing = pool[place]
        assert card.id is not None
        key = HoldingKey(
            card.id,
            printing.id if printing else None,
            draw(known["condition"]),
            draw(known["language"]),
            draw(known["finish"]),
            draw(known["location"]),
        )
        found[key] = Holding(
            key,
            draw(facts()),
            card.name,
            printing.name if printing else None,
            printing.set_code if printing else None,
            printing.number if printing else None,
            printing.rarity if printing else None,
        )
    return list(found.values())


def read_holdings(path: Path) -> HoldingSheet:
    """The rows of a sheet."""
    return parse_holdings(read_bytes(path), str(path))
