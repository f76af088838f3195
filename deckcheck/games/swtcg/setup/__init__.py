"""Setup and first turns move by move, as the rulebooks have them.

cards         the cards of a deck as setup and first turns use them
figures       the figures of setups, opening hands and turns, and their names
look_ahead    the best that the known hand can still make of a setup: the planner's look ahead
moves         the rules of setup: the legal moves of a state, and their results
mulligan      the cards that a mulligan may discard, by rules edition: for exact odds
policies      the policies of a setup: random, greedy and planner
rules         the differences of the rules editions in setup and the first turns, as data
setup         the moves that the events of a log state, and the final position
state         the state of a setup, as frozen values: the cards in all places, and whose move it is
text          A setup in words and as a small board, for a terminal
turns         the first turns after setup, played alone
"""
