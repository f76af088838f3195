"""The command line: one module for each command, gathered in `main`.

cards       `deckcheck cards`
collection  `deckcheck collection`
common      what commands share: options, the database, JSON output, and how errors end the program
completion  completion with Tab: scripts for the shells
config      `deckcheck config`: what holds for every call, set once
database    `deckcheck database`
deck        `deckcheck deck`
event       `deckcheck event`
formats     `deckcheck formats`
given       options that several commands share: a function makes of them what a command is given
judging     the options by which decks are judged, and what they mean
lazy        commands and groups of commands that are imported only when they are asked for
main        the command line: where commands are gathered, and where every error is caught, once
old_names  old names of options: taken as before, but not shown in help
open_decks  what every command that takes a deck shares: a DECK is a file, `-`, or a saved deck
option_values  the words that options take, for completion with Tab
plain_values  values of the command line taken as they are typed
overview    a noun without a verb: what there is of it, and what to do next
play        `deckcheck setup`, `goldfish` and `odds`
progress    A progress bar on stderr, for work of more than a second, and only on a terminal
repair      `deckcheck repair`: the nearest legal deck, with the proof that none is nearer
repair_questions  asks about the changes of a repair, one after another, on a terminal
serve       `deckcheck serve`: the page in the browser
streams     what goes to the user: every character of it such as a terminal may get
validate    `deckcheck validate`: is this deck legal, and if not, exactly why
why         `deckcheck why`: what a format requires, what the deck has of it, and whether that is kept
"""
