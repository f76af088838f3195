"""Setup and first turns of Star Wars: The Card Game.

batch      many setups at once, on arrays: the games that greedy and planner play move by move
cards      what setup and turns see in a deck of this game: affiliation, objectives, command cards
policies   who decides in setup: greedy takes the most resources, planner what its own cards need
resources  how cards are paid for
setup      the rules of setup: four objectives, three of them in play, a hand of six, one redraw
simulator  the simulator of this game: setup by the rulebook, then the first turns alone
text       setup and turns of this game in words, and what lies before a player
turns      the first turns after setup, played alone: refresh, draw, deploy
"""
