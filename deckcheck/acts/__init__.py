"""One function an act: everything that can be done, without printing, asking or exiting.

An act takes the open database and typed arguments, returns a typed answer, and raises a
`DeckcheckError` for what cannot be done. It imports what it needs when it is called.

database      the open database: what acts share while it is open
deck_sources  the ways to name a deck: a path, a text stream, a saved deck, a deck
decks         decks read, judged, converted, edited and compared
editing       decks edited by words: files, saved decks, new ones
events        events made and opened, and all that is done with one
paper         the papers of an event as PDF
watching      a deck watched for changes
"""
