"""The addresses under `/api/`, each with what it takes and gives.

Each is described beside the function that answers it, and `/api/openapi.json` is made of these
descriptions, so that none is missing there.

asked       requests, read and checked
cards       addresses of cards and formats
collection  addresses of the collection and its history
decks       addresses of decks as texts: judged, edited, repaired, played
endpoint    an address: its description, and its handler
endpoints   all addresses
events      addresses of events
saved_decks  addresses of saved decks and their versions
sheets      addresses of sheets of holdings
"""
