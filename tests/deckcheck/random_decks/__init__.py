"""Random decks of real cards: legal ones, ones around the borders, and names that are hidden."""
