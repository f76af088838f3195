"""Everything that the commands can do, from Python, on an open database.

saved       the saved decks of a session
session     the session itself: what all its parts can do
sources     the card sources of a session
"""
