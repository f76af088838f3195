"""All readers of deck files; the surest of a text reads it."""

from importers.decks import (
    cockatrice_cod,
    deckdb_json,
    draftmancer_log,
    html_deck,
    json_deck,
    lackey_dek,
    octgn_o8d,
    swdestinydb_json,
    tts_json,
)
from importers.decks.deck_format import DeckReader
from importers.decks.line_readers import LINE_READERS

READERS: tuple[DeckReader, ...] = (
    lackey_dek.READER,
    *LINE_READERS,
    json_deck.READER,
    deckdb_json.READER,
    draftmancer_log.READER,
    octgn_o8d.READER,
    cockatrice_cod.READER,
    tts_json.READER,
    html_deck.READER,
    swdestinydb_json.READER,
)
