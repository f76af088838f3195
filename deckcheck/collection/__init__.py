"""The collection: copies owned, wanted, missing; sheets in and out.

buildable     which decks can be built now, and what the others lack
bulk          many holdings changed alike, as one batch
completion    how complete the sets of a collection are, what is missing
deck_keeper   saved decks: saved, renamed, deleted, and copies reserved for them, each as one batch
documents     the collection, its changes and its history as JSON
edit          the changes of holdings and wants that a command asks for
editor        changes of a collection: copies added, removed, corrected, moved and wanted
export        the rows, sums and lists of a collection's files
file_export   A collection as the bytes of a file, with what the file cannot hold
file_import   A sheet on its way into a collection: read, matched, planned, applied
found         the holdings that a query asks for, with sums and facets
holdings      a collection: copies owned, reserved, free and wanted
import_documents  an import as JSON
import_questions  the open questions of an import, and the answers to them
list_documents    lists as JSON: completion, wants, trades, cards with their copies
matching      from a row of a sheet to a printing: exact, strong, or unsure
missing       the cards that decks need and the collection lacks
moves         holdings that a sheet has elsewhere
prices        the price that the owner paid for a deck, as far as holdings have prices
printing_lookup  the cards and printings of a catalogue as the rows of a sheet ask for them
products      whole products of games that are sold in fixed packs
query         the query language asked of a collection: fields for copies and where they are
reserving     copies and dice reserved for saved decks
search        the cards and the copies that a query asks for, in order
sheet_import  the plan of an import of a sheet
sheet_lists   sheets of wants and of copies for trade: what an import makes of their rows
sheet_rows    a row of a sheet with the card that it means
stats         A collection in numbers
typed_list    a typed list or a deck file as a sheet of owned copies
trading       want list and trade list
words         a change in words, as the history tells it
"""
