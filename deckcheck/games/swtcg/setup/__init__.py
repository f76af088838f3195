"""Setup and first turns move by move, as the rulebooks have them.

cards         what setup and the first turns see in a deck
figures       what is counted in setups, opening hands and turns, and what it is called
look_ahead    what the known hand can still make of a setup: the planner's look ahead
moves         the rules of setup: which moves a state allows, and what each of them does
mulligan      what a mulligan may discard, by rules edition: for exact odds
opening_odds  the opening hand by types of cards: its exact distribution after the mulligan
policies      who decides in a setup: the policies random, greedy and planner
rules         where the rules editions differ in setup and in the first turns, as data
setup         plays a setup from two shuffled libraries, writes it down as events
state         the state of a setup, as frozen values: what lies where, and whose move it is
text          A setup in words and as a small board, for a terminal
turns         the first turns after setup, played alone
"""
