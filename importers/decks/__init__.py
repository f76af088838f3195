"""Deck files: every format read by content, and written."""
