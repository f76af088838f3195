"""Deck files: every format read by content, and written.

cockatrice_cod    Cockatrice decks, `.cod`
comments          the comments of a typed list, changed in their places
csv_deck          deck lists as tables with a header
daoswc_csv        decks as the Dao.SWC site imports them
deck_columns      the columns of a deck that is a table
deck_edit         a change of a deck file, and the contract of editors
deck_format       the contract of deck formats: reader, writer, and the limits of all
deck_list         a deck as written in a file: counts, names, zones and lines
deck_sheets       the sheets of a workbook that are a deck, and other parts that may be cards
deck_workbook     deck lists as workbooks
deck_xml          the common parts of the tolerant readers of XML decks
deckdb_json       decks of swtcg-deckdb.com, JSON
destiny_list      Destiny decks as blogs and forums type them
document_deck     deck lists in documents: their lines read like a text, their tables like tables
edited_json       JSON decks edited in place
edited_rows       lists of lines edited in place
edited_table      tables of decks edited in place
edited_xml        XML decks edited in place
editing           deck files edited in place: counts changed, all else kept as it is
headings          headings and totals of typed lists, in many languages
html_deck         decks on web pages, saved or pasted
json_deck         our own deck lists as JSON: everything that a deck list holds, one card per line
json_places       plain data of a JSON text, with the line on which each entry of a list begins
json_spans        the positions of the values in a JSON text
lackey_dek        LackeyCCG decks, `.dek`: one card element per copy, zone by zone
lackey_txt        LackeyCCG's text lists, `.txt`: lines of count, tab and name
lackey_xml        the tolerant reader of LackeyCCG decks
lcg_list          decks of the Star Wars LCG as CardGameDB prints them, and as blogs type them
line_readers      the readers of lists that are lines of text
octgn_lines       OCTGN decks in the form that OCTGN writes, as a frame and card lines
octgn_o8d         OCTGN decks, `.o8d`: sections of cards with their GUIDs, and notes
packed_deck       decks in workbooks, documents, PDF files, and zip files of decks
plain_text        deck lists as people type them
readers           all readers of deck files
reading           reads deck files
retyped           lists in the notation of sites and blogs, retyped for the reader of typed lists
several_decks     several decks in one typed list: `file.txt#title`
swdestinydb_json  decks of swdestinydb.com as JSON
swdestinydb_txt   decks of swdestinydb.com as its text export: `2x Name, Subtitle (Set Name #1)`
tts_json          saved objects and games of Tabletop Simulator: the names of the cards in them
typed_columns     lines of typed lists with more than one entry: columns, entries behind commas
typed_line        one line of a typed list, and all that it may mean
writing           writes deck lists in any format, lists beforehand what a format cannot hold
zipped_decks      decks in zip files: one is named like a file in a folder
zones             zone headings as people write them, and the zones that they mean
"""
