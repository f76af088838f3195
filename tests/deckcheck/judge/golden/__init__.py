"""Decks and deck lists whose whole reports are kept, and the files that keep them."""
