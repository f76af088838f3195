"""Reads and writes the world's files: deck lists and card lists; nothing is looked up here.

card_lists     card lists, and what is wrong in them
collections    collections in sheets: rows found, understood and written
decks          deck files: every format read by content, and written
errors         the errors of reading and writing files
formulas       texts in tables that a spreadsheet would run as formulas
heading_words  words over parts of lists and tables, in many languages
sheets         sheets of any program as cells, within limits; and workbooks written
sources        card sources: each module reads one kind
text           bytes of files as text: encodings told by content, and what nobody sees taken out
waiting        files that make their reader wait

Formats: lackey_dek (with lackey_xml for unusual files), lackey_txt, plain_text, csv_deck,
json_deck, deckdb_json. Beside them zones (headings), json_places (lines of JSON entries) and
lackey_checksum (how LackeyCCG tells that a file has changed).
"""
