"""Events from registration to final standings: what they are made of, how they are paired and won.

elimination  single elimination: the bracket by seeds, and the round after a round
errors       what may be wrong with a result, a pairing or a setting
hand_made    pairings changed by hand, and what is wrong or unusual about one
history      who met whom, who had byes, floats and clubs: what a pairing looks back on
near_pairs   the pairs that a best Swiss pairing can have
pairing      Swiss rounds as matchings of maximum weight
presets      points and tiebreakers as organisers used them, and the number of rounds
result_text  results as they are typed and shown: 2-0, 1-1-1, WL, draw
round_robin  everybody meets everybody
scores       what a match was worth to each player
standings    points and tiebreakers of all players, with how each figure came about
tournament   the documents of pairings and standings, and the next round by its stage
values       players, rounds, tables, results and settings
"""
