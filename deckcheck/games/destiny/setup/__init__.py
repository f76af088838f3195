"""Setup and first rounds of Star Wars: Destiny.

batch      many setups at once, on arrays: the games that greedy and planner play move by move
cards      the cards of a deck as setup and first rounds use them: costs, dice, and the team
dice       dice: the values of their faces, and the totals of rolls, exactly
moves      the setup of Star Wars: Destiny step by step: legal moves, and their results
policies   the policies of a setup: greedy and planner
rounds     the first rounds after setup, played alone: dice, resources, cards, upkeep
simulator  the simulator of the setup and the first rounds of Star Wars
state      the state of a setup, as frozen values, and the moves that lead on
text       A setup and its rounds in words, and as a small board, for a terminal
"""
