"""How results look: tables, bars, plots, workbooks, and numbers with their nouns.

bars      bars of text: a chart for a terminal, aligned, and nothing wider than the line
canvas    what plots are drawn on
plots     plots of decks and openings, drawn by matplotlib (an extra), saved as SVG or PNG
tables    tables on stdout: fitted to a terminal, and whole and aligned where a program reads them
wording   words that the reports of all games share
workbook  figures as a workbook: a sheet for each table, with a chart beside it where one helps
"""
