"""`deckcheck event`: an event from registration to final standings."""
