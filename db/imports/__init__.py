"""Imports of cards: planned, written in one transaction, undone."""
