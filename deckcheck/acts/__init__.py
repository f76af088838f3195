"""One function an act: everything that can be done, without printing, asking or exiting.

An act takes the open database and typed arguments, returns a typed answer, and raises a
`DeckcheckError` for what cannot be done. It imports what it needs when it is called.

backups         the database as a whole: what it holds; backups of it
by_hand         setups that a human plays, and single hands to look at
cards           cards searched, looked up, shown and checked
collection      the collection of a game: lists, changes, imports, exports, history
config          settings listed, read, set and unset; where the files of the user are
database        the open database: what acts share while it is open
deck_sources    the ways to name a deck: a path, a text stream, a saved deck, a deck
decks           decks read, judged, converted, edited and compared
drawing         decks, odds and figures as pictures: SVG, or PNG
editing         decks edited by words: files, saved decks, new ones
errors          the errors that fronts answer in a way of their own
event_checks    the deck check of an event as a document, a table, and messages
event_views     an event as it stands: documents, tables and lines of it
events          events made and opened, and all that is done with one
files           files written whole or not at all; the command that a file alone stands for
formats         formats as they were in time
in_time         the legality of decks in all formats and in time, as documents and text
limits          the bounds that acts keep and options name
odds            a deck that is asked about a condition
paper           the papers of an event as PDF
play            odds, setups, hands to look at, decks played alone
repair          the nearest legal deck, of one or of several together
repaired_files  repaired decks written into a file, or saved under a name
repairing       decks opened to be repaired
reports         reports on decks as documents, tables and text
seated          decks at their seats, and what they played
session         the open database with all acts as its methods
sources         card sources listed, added, imported, compared
watching        a deck watched for changes
"""
