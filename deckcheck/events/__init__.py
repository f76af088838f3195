"""Events from registration to final standings: lists, checks, pairings, every change in a ledger.

check           the deck check: the verdict on every list as of the event's day, and what is missing
check_text      the deck check as a table, as JSON, and as a message to each player
clock           the time of a round, table by table, and its display in a terminal
deck_hash       the hash of a deck, equal for equal decks
document        an event whole as JSON: players, lists, rounds, standings, files and history
elimination     single elimination: the bracket by seeds, and the round after a round
errors          the errors in results, pairings and settings
event_editor    the registration of an event: players and lists registered, changed, locked, undone
frozen          frozen lists: the bytes of the file and the cards that it meant
hand_made       pairings changed by hand, and the problems and oddities of a pairing
history         the past rounds for pairings: who met whom, byes, floats and clubs
imported_event  the import of an event from another computer
league          standings over several events by a table of points
links           links by which players submit their lists themselves
listing         the events in a list
lists           the lists of an event for its players: hidden, or open
near_pairs      the pairs that a best Swiss pairing can have
pairing         Swiss rounds as matchings of maximum weight
paper           deck sheets, result slips, pairings and standings as PDF
players         the names of players: cleaned, found, told apart
presets         points and tiebreakers as organisers used them, and the number of rounds
public          the public view of an event: web pages, and a text for a forum
result_text     results as they are typed and shown: 2-0, 1-1-1, WL, draw
round_editor    the rounds of an event: paired, published, played, ranked
round_robin     everybody meets everybody
round_text      pairings and standings as rows of tables
scores          the points of a match for each player
standings       points and tiebreakers of all players, with how each figure came about
statistics      cards and sides played, how often they won, decks that are alike
stored          a stored event as a value for pairings and standings
submissions     lists as players submit them: files, folders, sheets
tournament      the documents of pairings and standings, and the next round by its stage
values          players, rounds, tables, results and settings
verify          a deck at the table compared with the registered list
workbook        an event as a workbook: players, decks, rounds and standings
"""
