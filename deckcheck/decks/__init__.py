"""Decks as their owner keeps them: counts, statistics, workbooks, saved decks.

counts      what a deck of any game is made of
keys        what other formats need to find a card, from the catalogue: set, number, id, name, dice
read_back   what a written deck is when it is read again
saved       saved decks: what is stored of a deck list, and how stored decks are changed
stats       what a deck is made of
stats_text  the figures of a deck as a player reads them in a terminal, and as a JSON document
workbook    A deck as its workbook shows it: cards with their facts, counts, curve and arenas
"""
