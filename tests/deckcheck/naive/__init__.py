"""Naive second deck checkers, one for each game, written straight from its rulebook and nothing else.

They share no code with deckcheck: they look at plain dictionaries, one for each copy of a card, and
count with loops. Each answers with the set of (code, detail) that it finds; a code with a question
mark is one that cannot be decided. Nothing here is fast or clever.
"""
