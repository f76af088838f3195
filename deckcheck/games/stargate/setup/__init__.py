"""Setup and first turns of the Stargate TCG.

batch      many setups at once, on arrays: the games that greedy and planner play move by move
cards      what setup and turns see in a deck of this game: team, missions, and the cards drawn
policies   how players decide who is stopped and whether a hand is drawn anew
setup      the rules of setup: who goes first, the stopped character, hands and their only redraw
simulator  what plays the setup and turns of this game, as the commands use it
turns      the first turns as Hero, played alone: what a deck can do when nobody stands in its way
"""
