"""The frame of the simulators of setups and first turns, the same for all games.

by_hand           a setup in which a human decides: the questions, and the moves that answers mean
dealt_hands       hands dealt with mulligan and further draws, by the ten million
documents         figures as JSON documents, of one shape for all games
goldfish          opening hands, setup and turns of one deck, played alone, many times
hand_conditions   conditions of `odds` on many hands at once
hand_to_look_at   one hand to look at: kept, changed, drawn to, played on by turns
labels            the names of figures, and which are shown and compared
zone_cards        the cards of a zone as they are played
random_state      the random numbers of one game, as an immutable state
many_games        many games at once, on arrays: the same shuffles and dice as one by one
move_by_move      single games of a seed, and setups on arrays where they can be played so
playing           plays a setup by policies, writes it down as events, and replays such a log
setup_statistics  statistics over many setups: by the fast path of a game, or move by move
sheets            figures as the sheets of a workbook
simulated_odds    the same odds by shuffling and dealing
simulation_text   figures with their errors as text: lines, bars, comparisons
simulator         the contract of a game with the simulators
tally             figures counted over games: how often each value of each came up
texts             played games and figures as text for a terminal

A game says what may be done (`simulator.Simulator`, one for each game under `deckcheck.games`);
everything else is here: chance, playing, replaying and counting. A game may have a fast path beside
it (`Simulator.batch`), which plays the same games many at once; what that cannot do is played move
by move.
"""
