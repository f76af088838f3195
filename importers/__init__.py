"""Reads and writes the world's files: deck lists and card lists; nothing is looked up here.

errors      this floor's errors
deck_list   a deck as written: DeckList, DeckLine, UnreadLine
"""
