"""What plays the setup and the first turns of games move by move, whatever their rules.

A game says what may be done (`simulator.Simulator`, one for each game under `deckcheck.games`);
everything else is here: chance, playing, replaying and counting. The first game has engines of its
own, which play thousands of its games at once.

luck              shuffles and dice of one game, from one seed
simulator         what a game gives: decks ready to be played, moves, events, figures
playing           plays by policies, writes the log, replays one
setup_statistics  figures over many setups
goldfish          figures over opening hands and turns of one deck, played alone
texts             figures as documents, text and tables
"""
