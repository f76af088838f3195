"""Decks as their owner keeps them: counts, statistics, workbooks, saved decks.

convert     a deck in another file format: its bytes, and what the format cannot hold
counts      what a deck is made of: as its game says, else by zones, types, sides and costs
edit        cards put into a deck list or file, and taken out
edit_words  what to put into a deck or take out of it, in words
keys        what other formats need to find a card, from the catalogue: set, number, id, name, dice
maybe       cards that the notes of a deck keep in mind for it
read_back   what a written deck is when it is read again
saved       saved decks: what is stored of a deck list, and how stored decks are changed
workbook    A deck as its workbook shows it: cards with their facts, counts, curve and arenas
"""
