"""Decks as their owner keeps them: counts, statistics, workbooks, saved decks."""
