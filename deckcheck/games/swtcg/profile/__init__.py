"""The composition of a deck of this game.

profile     the deck in the one shape of all games: document, figures, text, picture
stats       sides, types, costs, stats, traits, uniques, and the costs to build the deck
stats_text  the stats as text for a terminal, and as a JSON document
sums        the sums in the workbook of a deck: units by arena and cost, types, sides
"""
