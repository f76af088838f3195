"""Deck files: every format read by content, and written.

comments          the comments of a typed list, changed in their places
csv_deck          deck lists as tables with a header
daoswc_csv        decks as the Dao.SWC site imports them
deck_columns      the columns of a deck that is a table
deck_edit         a change of a deck file, and what an editor of a format is
deck_format       what a deck format is: a reader, a writer, and the limits that all of them share
deck_list         A deck as written in a file: counts, names, zones and lines
deck_sheets       which sheets of a workbook are a deck, and what else in it may be cards
deck_workbook     deck lists as workbooks
deck_xml          what the tolerant readers of XML decks share
deckdb_json       decks of swtcg-deckdb.com, JSON
edited_json       JSON decks edited in place
edited_rows       lists of lines edited in place
edited_table      tables of decks edited in place
edited_xml        XML decks edited in place
editing           deck files edited in place: counts changed, all else kept as it is
json_deck         our own deck lists as JSON: everything that a deck list holds, one card per line
json_places       plain data of a JSON text, with the line on which each entry of a list begins
json_spans        where the values of a JSON text stand in it
lackey_dek        LackeyCCG decks, `.dek`: one card element per copy, zone by zone
lackey_txt        LackeyCCG's text lists, `.txt`: lines of count, tab and name
lackey_xml        the tolerant reader of LackeyCCG decks
octgn_o8d         OCTGN decks, `.o8d`: sections of cards with their GUIDs, and notes
plain_text        deck lists as people type them
readers           all readers of deck files
reading           reads deck files
swdestinydb_json  decks of swdestinydb.com as JSON
swdestinydb_txt   decks of swdestinydb.com as its text export: `2x Name, Subtitle (Set Name #1)`
writing           writes deck lists in any format, says beforehand what a format cannot hold
zones             zone headings as people write them, and the zones that they mean
"""
