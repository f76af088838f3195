"""Setup and first turns of Star Wars: The Card Game."""
