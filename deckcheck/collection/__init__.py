"""The collection: copies owned, wanted, missing; sheets in and out.

completion    how complete the sets of a collection are, what is missing
edit          what a command asks to be done to a collection, as changes of holdings and wants
editor        changes of a collection: copies added, removed, corrected, moved and wanted
export        A collection as what its files show
file_export   a collection as the bytes of a file
file_import   a sheet on its way into a collection: read, matched, planned, applied
holdings      A collection as its owner asks about it
matching      from a row of a sheet to a printing: exact, strong, or unsure
missing       what decks need and the collection lacks, card by card
moves         holdings that a sheet has elsewhere
products      whole products of games that are sold in fixed packs
query         the query language asked of a collection: fields for copies and where they are
search        the cards and the copies that a query asks for, in order
sheet_import  what a sheet would do to a collection
stats         A collection in numbers
trading       want list and trade list
"""
