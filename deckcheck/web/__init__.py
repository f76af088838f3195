"""The page: decks, cards and the collection in the browser, and as JSON under `/api/`.

Everything here stands above the session and below nothing: a page is a thin user of the library,
as a command is.
"""
