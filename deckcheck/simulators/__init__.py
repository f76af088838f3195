"""What plays the setup and the first turns of games move by move, whatever their rules.

dealt_hands       hands dealt with mulligan and further draws, by the ten million
goldfish          goldfish of a game that has a simulator
hand_conditions   conditions of `odds` on many hands at once
listed            the cards of a zone as they are played
luck              the chance of one game
playing           plays a setup by policies, writes it down as events, and replays such a log
setup_statistics  statistics over many setups of a game that has a simulator, played move by move
simulated_odds    the same odds by shuffling and dealing
simulation_text   statistics of setups and goldfish as text and as documents
simulator         what a game gives so that its setup and first turns can be played
tally             figures counted over games: how often each value of each came up
texts             what was played and counted as documents, as text and as sheets

A game says what may be done (`simulator.Simulator`, one for each game under `deckcheck.games`);
everything else is here: chance, playing, replaying and counting. The first game has engines of its
own, which play thousands of its games at once.
"""
