"""Setup and first turns of Star Wars: The Card Game.

batch      many setups at once, on arrays: the games that greedy and planner play move by move
cards      the cards of a deck as setup and turns use them: affiliation, objectives, command cards
policies   the policies: greedy takes the most resources, planner those that its own cards need
resources  how cards are paid for
setup      the rules of setup: four objectives, three of them in play, a hand of six, one redraw
simulator  the simulator of this game: setup by the rulebook, then the first turns alone
text       setup and turns of this game in words, and the board of a player
turns      the first turns after setup, played alone: refresh, draw, deploy
"""
