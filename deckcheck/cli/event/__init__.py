"""`deckcheck event`: an event from registration to final standings.

check       `event check`, `verify`, `lists`: the deck check, decks at the table, lists for players
common      what the commands about events share: opening, options, what was changed
event       `event new`, `list`, `show`, `set`, `lock`, `history`, `undo`, and the group itself
export      `event export`: JSON, a workbook, web pages, a text for a forum
paper       `event sheets`, `slips`, `print`: what an organiser prints, as PDF
register    `event register`, `import`, `template`, `remove`, `seat`: players and their lists
rounds      `event pair`, `publish`, `result`, `swap`, `drop` and more: what happens in rounds
standings   `event standings`, `plan`, `clock`: who is ahead, how many rounds, how much time
statistics  `event stats` and `deckcheck league`: what was played, standings over events
"""
