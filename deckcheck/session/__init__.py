"""Everything that the commands can do, from Python, on an open database.

collection  the collection of a session: lists, changes, imports, exports, history
saved       the saved decks of a session
session     the session itself: what all its parts can do
sources     the card sources of a session
"""
