"""What is stored: cards, sets, legality, names, and the catalogue that ships with the package.

errors      the error base class and this floor's errors
names       one normal form for names; base name, version letter and suffixes
cards       frozen values that leave this floor: Card, Printing, CardSet, LegalityMark
models      the tables (SQLModel), never seen above this floor
database    opening: creation, migration after a backup, integrity, locking
bundled     the bundled catalogue, read from db/catalogue and loaded into a database
holdings    values of a collection: Holding, HoldingKey, HoldingChange, Want; their limits
decks       values of saved decks
collection  reads holdings, wants and saved decks
ledger      changes them: every batch is one transaction (ledger_books: how things are stored)
history     reads the ledger: batches and their entries
undo        takes a batch back
layouts     remembers which column of a sheet means what
lookup      read-only access by name, name and set, image key; no SQLAlchemy, so it starts fast
sources       the state of card sources
source_rows   the values that card sources give
card_import   imports as batches (with card_plan, card_match, card_families, card_rows,
              card_changes, stored_game, stored_rows)
stored_cards  what was taken over, given back
"""
