"""The stored data: cards, sets, legality, names, and the catalogue that ships with the package.

advice             what messages advise to do, in the words of each front
arguments          the check of the arguments of public functions
beginnings         the names of stored things that begin with a text, for the completion of a shell
beside             files made beside their place: whole at once, leftovers taken away
built              the database that a release brings along
cards              the catalogue: cards and names as values, looked up; the bundled files
collection         the collection and its ledger
collection_models  the tables of a collection
connection         connections to the database
database           opening the database
errors             the errors of deckcheck and of the database
event_models       the tables of events
events             events and their ledger
imports            imports of cards: planned, written in one transaction, undone
models             the tables
patterns           regular expressions that are compiled when they are used first
plain_reads        reads of a database as an ordinary file, which leave SQLite's locks alone
release            making the database that a release brings along
tables             the tables made from the models, or completed
texts              foreign texts
wal                whether the WAL beside a database belongs to it
"""
