"""The collection: copies owned, wanted, missing; sheets in and out.

buildable     which decks can be built now, and what the others lack
bulk          many holdings changed alike, as one batch
completion    how complete the sets of a collection are, what is missing
deck_keeper   saved decks: saved, renamed, deleted, and copies reserved for them, each as one batch
documents     the collection, its changes and its history as JSON
edit          what a command asks to be done to a collection, as changes of holdings and wants
editor        changes of a collection: copies added, removed, corrected, moved and wanted
export        A collection as what its files show
file_export   A collection as the bytes of a file, with what the file cannot hold
file_import   A sheet on its way into a collection: read, matched, planned, applied
found         the holdings that a query asks for, with sums and facets
holdings      A collection as its owner asks about it
import_documents  an import as JSON
import_questions  what an import is unsure of, as questions, and the answers to them
list_documents    lists as JSON: completion, wants, trades, cards with their copies
matching      from a row of a sheet to a printing: exact, strong, or unsure
missing       what decks need and the collection lacks, card by card
moves         holdings that a sheet has elsewhere
prices        what a deck cost its owner, as far as the prices of holdings say
products      whole products of games that are sold in fixed packs
query         the query language asked of a collection: fields for copies and where they are
reserving     copies and dice reserved for saved decks
search        the cards and the copies that a query asks for, in order
sheet_import  what a sheet would do to a collection
stats         A collection in numbers
trading       want list and trade list
words         a change in words, as the history tells it
"""
