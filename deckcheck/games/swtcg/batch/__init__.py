"""Many setups and turns at once, on arrays; the same games as move by move.

deck           A deck as arrays, for playing many setups at once
goldfish       hands, setup and turns of one deck on arrays: the fast path of the goldfish
look_ahead     the planner's look ahead for many candidate puts at once
opening_hands  opening hands of a deck of this game
policies       the policies of `policies.py` for many players at once
setup          plays many setups of one deck at once, on arrays
state          many players of one deck in the middle of setup, as arrays: a row each
statistics     counts over many setups that the batch engine played, and the libraries that it deals
turns          the first turns of many players at once; they do the same as `turns`, card by card
"""
