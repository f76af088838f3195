"""Reads and writes the world's files: deck lists and card lists; nothing is looked up here."""
