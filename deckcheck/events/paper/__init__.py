"""Paper of an event as PDF: deck sheets, result slips, pairings and standings.

canvas       pages with text that is fitted, wrapped and selectable
deck_sheets  registration sheets, judges' check lists, players' sheets
lettering    the fonts, and which characters they lack
lists        pairings by name and by table, standings
paper_cards  what a deck sheet shows: cards, counts, hash
slips        result slips, four on a page, to be cut
"""
