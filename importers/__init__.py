"""Reads and writes the world's files: deck lists and card lists; nothing is looked up here.

reading       read_deck, parse_deck: decode a file, tell its format, read it; the tuple of READERS
writing       write_deck, losses, save_deck; the tuple of WRITERS
deck_list     a deck as written: DeckList, DeckLine, UnreadLine
deck_format   what a format is, and the limits that all share
card_list     card lists as written: LackeyCCG set files and our own tables
card_lint     the slips in a card list (with card_lint_columns, card_lint_list, card_spelling,
              card_lint_accepted)
errors        this floor's errors
sources       card sources, one module each
archives      the files of folders and zips, bounded
fetching      files from the network, with care
source_lint   what is amiss in the data of any card source
source_errors the errors of card sources

Formats: lackey_dek (with lackey_xml for unusual files), lackey_txt, plain_text, csv_deck,
json_deck, deckdb_json. Beside them zones (headings), json_places (lines of JSON entries) and
lackey_checksum (how LackeyCCG tells that a file has changed).
"""
