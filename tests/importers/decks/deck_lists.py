"""Deck lists to try on every writer and reader: plain ones and hostile ones."""

from hypothesis import strategies as st

from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.plain_text import find_zone
from importers.decks.typed_columns import labelled

HOSTILE_NAMES = (
    "Boba Fett (A) (Promo)",
    'Jon "Dutch" Vander (A)',
    '"Hobbie"',
    "Hero's Duty",
    "'79",
    "'=1",
    "''=1",
    "Padmé Amidala (A)",
    "Luke’s X–wing",
    "Boba 🚀 Fett",
    "=1+1",
    "+1",
    "-1",
    "@home",
    "a, b; c|d",
    "R&D",
    "&amp;",
    "&",
    "<card>",
    "</deck>",
    "]]>",
    "{}",
    '{"cards": []}',
    "Escape Pod {AGD}",
    "100 Battle Droids",
    "99 (A)",
    "8D8 (A)",
    "4-LOM (A)",
    "725 to 1",
    "3,720 to 1",
    "4",
    "4x",
    "x4",
    "4x Yoda",
    "Yoda x4",
    "Yoda (A) x 4",
    "X Wing",
    "x wing",
    "X",
    "Order 66",
    "Walker 23X",
    "Yoda [AOTC]",
    "Yoda []",
    "Yoda [#4]",
    "[Deck]",
    "Supply:",
    "Supply",
    "# no comment",
    "// none",
    "sep=;",
    "count,name",
    "null",
    "NaN",
    "é",
    "Ⅳ",
    "٤ Yoda",
    "a\u00a0b",
    "<superzone",
    "Name: 4",
    "Name - 4",
    "(4) Name",
    "SB: 4 Name",
)


_TAKEN = "\ufffe\uffff\u2028\u2029\u061c\u200e\u200f" + "".join(
    map(
        chr,
        (
            *range(0x200B, 0x200E),
            0x2060,
            0xFEFF,
            *range(0x202A, 0x202F),
            *range(0x2066, 0x206A),
            *range(0xE0000, 0xE0080),
        ),
    )
)
"""What no name may hold, beside control characters."""
_characters = st.one_of(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters=_TAKEN),
    st.sampled_from(" \"'&<>=,;:|#/[]{}()xX\u00d70123456789-\u2013é"),
)
hostile_texts = st.text(_characters, min_size=1, max_size=30).filter(lambda text: bool(text.strip()))
names = st.one_of(st.sampled_from(HOSTILE_NAMES), hostile_texts)
set_codes = st.none() | st.sampled_from(["AOTC", "RAS", "15TH", "Attack of the Clones"])
numbers = st.none() | st.sampled_from(["1", "089", "P", "*", "12b"])
card_ids = st.none() | st.sampled_from(["01001", "2ecceca6-cd9d-4323-9aa4-6408626785b3"]) | hostile_texts
dice = st.none() | st.integers(0, 5)
image_keys = st.none() | st.sampled_from(["AOTC001_Yoda", "a,b"]) | hostile_texts
known_zones = st.sampled_from(["Deck", "Supply", "Sideboard", "Outside the game", "Reserve"])
hostile_zones = st.one_of(known_zones, st.sampled_from(["main", "4 Foo", "#", "[x]", "a:"]), hostile_texts)
facts = st.none() | st.text(_characters | st.just("\n"), max_size=30)


def has_heading(deck_list: DeckList) -> bool:
    """Whether a typed list means a heading by some name, `Space` or `SB: 4 Name`, whatever the count.

    No card of a game of ours is called so, and no mark of a typed line would make it one.
    """
    rows = [f"4 {line.name}" for line in deck_list.lines]
    return any(find_zone(row, "Deck") is not None or labelled(row) is not None for row in rows)


def lines(zones: st.SearchStrategy[str], codes: st.SearchStrategy[str | None]) -> st.SearchStrategy[DeckLine]:
    quantities = st.one_of(st.integers(1, 4), st.sampled_from([99, 100]))
    return st.builds(
        DeckLine, quantities, names, zones, st.none(), codes, image_keys, numbers, card_ids, dice
    )


def deck_lists(
    zones: st.SearchStrategy[str] = known_zones, codes: st.SearchStrategy[str | None] = set_codes
) -> st.SearchStrategy[DeckList]:
    return st.builds(  # by a function, so that facts without a strategy stay as they are
        lambda *stated, **others: DeckList(*stated, **others),  # noqa: PLW0108
        st.lists(lines(zones, codes), min_size=1, max_size=8).map(tuple),
        st.just("made"),
        facts,
        st.sampled_from([None, "swtcg", "destiny"]),
        facts,
        st.lists(zones, max_size=4, unique=True).map(tuple),
        newline=st.sampled_from(["\n", "\r\n"]),
        author=facts,
        notes=facts,
    )
