"""`deckcheck deck`.

can_build  `deckcheck deck can-build`: which decks can be built from the collection now
deck     `deckcheck deck`: show a deck, and convert it from one file format to another
edit     `deckcheck deck edit`, `new` and `watch`: decks changed, begun and judged again
missing  `deckcheck deck missing` and `deck diff`: what decks lack, and how two of them differ
read     `deckcheck deck read`: what each line of a deck file was understood as
saved    `deckcheck deck save`, `list`, `rename`, `delete`, `reserve`, `release`: saved decks
stats    `deckcheck deck stats`: what a deck is made of
"""
