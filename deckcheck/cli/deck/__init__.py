"""`deckcheck deck`."""
