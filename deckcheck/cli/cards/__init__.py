"""`deckcheck cards`.

import_view  an import as text
lint         the findings of `deckcheck cards lint` on the screen
search       `deckcheck cards`: search the catalogue, show a card, list the sets, check a card list
sources      `deckcheck cards sync`, `import` and what belongs to them: where cards come from
view         cards as people read them: rows of a list, a whole page, a line for each version
"""
