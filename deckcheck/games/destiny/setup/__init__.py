"""Setup and first rounds of Star Wars: Destiny.

batch      many setups at once, on arrays: the games that greedy and planner play move by move
cards      what setup and the first rounds see in a deck: costs, colours, dice, and the team
dice       dice: what their faces show, and what rolls of several of them come to, exactly
moves      the setup of Star Wars: Destiny step by step: what may be done, and what comes of it
policies   who decides in a setup: greedy and planner
rounds     the first rounds after setup, played alone: dice, resources, cards, upkeep
simulator  what plays the setup and the first rounds of Star Wars
state      the state of a setup, as frozen values, and the moves that lead on
text       A setup and its rounds in words, and as a small board, for a terminal
"""
