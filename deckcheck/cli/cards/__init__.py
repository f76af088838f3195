"""`deckcheck cards`."""
