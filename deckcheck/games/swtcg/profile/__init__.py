"""The composition of a deck of this game.

profile     the deck in the one shape of all games: document, figures, text, picture
stats       sides, types, costs, stats, traits, uniques, and what the deck needs to build
stats_text  the same as a player reads it in a terminal, and as a JSON document
sums        what the workbook of a deck sums up: units by arena and cost, types, sides
"""
