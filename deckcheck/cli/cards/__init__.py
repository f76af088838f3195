"""`deckcheck cards`.

import_view  an import as text and as JSON
lint         what `deckcheck cards lint` does: find the card lists, check them, tell what was found
search       `deckcheck cards`: search the catalogue, show a card, list the sets, check a card list
sources      `deckcheck cards sync`, `import` and what belongs to them: where cards come from
view         A card as JSON and as text, for the commands that show cards
"""
