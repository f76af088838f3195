"""`deckcheck setup`, `goldfish` and `odds`."""
