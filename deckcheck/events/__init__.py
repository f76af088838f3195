"""Events from registration to final standings: lists, checks, pairings, every change in a ledger.

check        the deck check: the verdict on every list as of the event's day, and what is missing
check_text   the deck check as a table, as JSON, and as a message to each player
clock        the time of a round, table by table, and how a terminal shows it
deck_hash    the hash of a deck, equal for equal decks
desk         an event that is worked on: registered, changed, locked, undone
elimination  single elimination: the bracket by seeds, and the round after a round
errors       what may be wrong with a result, a pairing or a setting
frozen       lists as they are frozen: what the file held and the cards that it meant
hand_made    pairings changed by hand, and what is wrong or unusual about one
handed_in    lists as players hand them in: files, folders, sheets
history      who met whom, who had byes, floats and clubs: what a pairing looks back on
lists        the lists of an event for its players: hidden, or open
near_pairs   the pairs that a best Swiss pairing can have
pairing      Swiss rounds as matchings of maximum weight
players      the names of players: cleaned, found, told apart
paper        deck sheets, result slips, pairings and standings as PDF
presets      points and tiebreakers as organisers used them, and the number of rounds
result_text  results as they are typed and shown: 2-0, 1-1-1, WL, draw
round_robin  everybody meets everybody
scores       what a match was worth to each player
standings    points and tiebreakers of all players, with how each figure came about
statistics   cards and sides played, how often they won, decks that are alike
tournament   the documents of pairings and standings, and the next round by its stage
values       players, rounds, tables, results and settings
verify       a deck at the table compared with the registered list
"""
