"""Imports of cards: planned, written in one transaction, undone.

card_import   imports of cards as batches: planned, written in one transaction, listed, undone
changes       what an import would change, set by set, as values for whoever shows it
families      which card a printing belongs to
heard_texts   what a card text of a source may say about building decks
reference_updates  updates of what the user has when its card changes
load          loading the bundled catalogue into a database, in the caller's transaction
match         which stored printing a row of a source is
plan          working out an import
rows          taking over what a source states of one printing
source_rows   what card sources give, as frozen values
sources       the card sources that were added or imported from
stored_game   the stored cards of one game, held in memory while an import is planned
stored_rows   rows of a table held in memory while a plan changes them
"""
