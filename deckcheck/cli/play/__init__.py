"""`deckcheck setup`, `goldfish` and `odds`.

dealing     hands dealt one after another, to look at: keep, mulligan, draw, turn, next, back
goldfish    `deckcheck goldfish`: opening hands, setup and first turns of a deck, played alone
odds        `deckcheck odds`: how likely it is to see certain cards, exactly
playing     A setup played by a human at the terminal
setup       `deckcheck setup`: one setup shown move by move, or statistics over many
simulating  what the commands that play decks share
"""
