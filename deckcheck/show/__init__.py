"""The display of results: tables, bars, plots, workbooks, and numbers with their nouns.

bars           bars of text: a chart for a terminal, aligned, and nothing wider than the line
canvas         the forms of saved plots: SVG, which is drawn here, or PNG, which needs matplotlib
card_document  a card as JSON, as `deckcheck.cards/1` has it
csv_table      tables as CSV, of which no spreadsheet takes a text for a formula
json_text      documents as JSON text, as commands print and the page sends them
picked         values of a thing by their names, as JSON documents have them
picture        a picture as data: panels with axes, and the lines, bars, dots and notes in them
plots          plots of decks and openings as pictures, saved as SVG or, by matplotlib (an extra), as PNG
png            draws a picture as PNG, by matplotlib (an extra)
screen         the terminal behind a stream: its size, and texts whose lines fit it
svg            draws a picture as SVG, at once and without a library; words stay words
tables         tables on stdout: fitted to a terminal, and whole and aligned where a program reads them
wording        words that the reports of all games share
workbook       figures as a workbook: a sheet for each table, with a chart beside it where one helps
"""
