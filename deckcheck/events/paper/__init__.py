"""Paper of an event as PDF: deck sheets, result slips, pairings and standings.

canvas         pages with text that is fitted, wrapped and selectable
deck_sheets    registration sheets, check lists for judges, sheets for players
lettering      the fonts, and which characters they lack
lists          pairings by name and by table, standings
paper_cards    the contents of a deck sheet: cards, counts, hash
print_event    the papers of a stored event, with notes
slips          result slips, four on a page, to be cut
stored_sheets  deck sheets of a stored event, with what the catalogue says of their cards
"""
