"""The readers of lists that are lines of text; any other format begins with a bracket."""

from importers.decks import (
    csv_deck,
    daoswc_csv,
    destiny_list,
    lackey_txt,
    lcg_list,
    plain_text,
    swdestinydb_txt,
)
from importers.decks.deck_format import DeckReader

LINE_READERS: tuple[DeckReader, ...] = (
    lackey_txt.READER,
    plain_text.READER,
    csv_deck.READER,
    daoswc_csv.READER,
    destiny_list.READER,
    lcg_list.READER,
    swdestinydb_txt.READER,
)
