"""From a deck list to a verdict: names looked up, rules asked, files and folders judged.

batch            reading and judging deck files, one after another, and finding those of folders
card_page        all that is known of a card: words, other names, versions, legality by format
card_text        cards as text: rows of a list, a whole page, a line for each version
deck_table       reports as a table with a row a deck, for a spreadsheet
format_book      the formats of all games together
format_text      formats as text and as JSON
in_time          in which formats a deck is legal, and in a format from which day to which
known_deck       a deck by its known lines, and what is kept of each line
known_lines      files with known lines only: each distinct line is looked up once
legality         whether a card may be played, format by format
many_files       thousands of deck files over all cores, with reports in order
name_folds       names in spellings that fold to one name
name_issues      the issues of names that are no card for certain
opening          decks as users name them: a file, standard input, or the name of a saved deck
other_games      the game of a deck whose cards are unknown in the presumed game
own_formats      users' own formats
plain_decks      plain decks, judged by their sums
possible_states  judging by every state that a format may have been in on a day
report_text      reports as text
resolve          from a deck list to a deck: every name looked up, none guessed, none dropped
typed_lists      the meaning of a typed list where only the names of cards decide
validate         judging decks: a deck and a format in, a report with every issue out
why              the requirements of a format, with what a deck has of each
"""
