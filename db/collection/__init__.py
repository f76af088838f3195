"""The collection and its ledger.

deck_names    the names of saved decks, without the rest
deck_versions  the versions of a saved deck, from the ledger
decks         the frozen values of saved decks: lines as written, with what they were found to mean
history       the ledger read
holdings      the frozen values of a collection: holdings, what may be changed of them, and wants
layouts       which column of a sheet means which field, remembered for sheets with the same header
ledger        the ledger
ledger_stores  how the ledger reads, writes and names holdings, wants and saved decks
read          the collection read: holdings, wants and saved decks, with the names of their cards
undo          undoing a batch: each thing is put back as it was before, unless it has changed since
"""
