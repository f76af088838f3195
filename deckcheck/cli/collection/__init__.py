"""`deckcheck collection`."""
