"""Setup and first turns of the Stargate TCG.

batch      many setups at once, on arrays: the games that greedy and planner play move by move
cards      the cards of a deck as setup and turns use them: team, missions, and the cards drawn
policies   the policies: who is stopped, and whether a hand is drawn anew
setup      the rules of setup: who goes first, the stopped character, hands and their only redraw
simulator  the simulator of setup and turns of this game
turns      the first turns as Hero, played alone, without an opponent
"""
