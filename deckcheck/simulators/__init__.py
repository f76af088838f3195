"""The frame of the simulators of setups and first turns, the same for all games.

A game says what may be done (`simulator.Simulator`, one for each game under `deckcheck.games`);
everything else is here: chance, playing and counting. A game may have a fast path beside
it (`Simulator.many`), which plays the same games many at once; what that cannot do is played move
by move.
"""
