"""Decks as their owner keeps them: counts, statistics, workbooks, saved decks.

convert     a deck in another file format: its bytes, and what the format cannot hold
counts      the composition of a deck: as its game counts it, else by zones, types, sides and costs
edit        cards put into a deck list or file, and taken out
edit_words  edits of a deck in words
keys        the keys by which other formats find a card: set, number, id, name, dice
maybe       the maybe-board in the notes of a deck
read_back   the check of a written deck: it is read again and compared
read_lines  a deck file line by line: what each line was understood as
saved       saved decks: the stored facts of a deck list, and how stored decks are changed
workbook    A deck as its workbook shows it: cards with their facts, counts, curve and arenas
"""
