"""`deckcheck cards`.

search   `deckcheck cards`: search the catalogue, show a card, list the sets, check a card list
sources  `deckcheck cards sync`, `import` and what belongs to them: where cards come from
"""
