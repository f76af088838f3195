"""`deckcheck collection`.

common       what the commands about collections and saved decks share: opening, options, refusals
edit         `deckcheck collection`: changes of holdings and wants, beside its other modules
export       `deckcheck collection export`: the collection as a workbook or a text file
import_      `deckcheck collection import`
import_view  an import as text
ledger       `deckcheck collection history`, `show` and `undo`: what was done, and taking it back
list         what `deckcheck collection` tells: lists, numbers, completion, want and trade lists
questions    asks about rows that an import is unsure of, one question at a time, on a terminal
"""
