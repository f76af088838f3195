"""All readers of deck files; the surest of a text reads it."""

from importers.decks import (
    cockatrice_cod,
    csv_deck,
    daoswc_csv,
    deckdb_json,
    destiny_list,
    html_deck,
    json_deck,
    lackey_dek,
    lackey_txt,
    lcg_list,
    octgn_o8d,
    plain_text,
    swdestinydb_json,
    swdestinydb_txt,
    tts_json,
)
from importers.decks.deck_format import DeckReader

READERS: tuple[DeckReader, ...] = (
    lackey_dek.READER,
    lackey_txt.READER,
    plain_text.READER,
    csv_deck.READER,
    daoswc_csv.READER,
    json_deck.READER,
    deckdb_json.READER,
    octgn_o8d.READER,
    cockatrice_cod.READER,
    tts_json.READER,
    html_deck.READER,
    destiny_list.READER,
    lcg_list.READER,
    swdestinydb_txt.READER,
    swdestinydb_json.READER,
)
