"""Setup and first turns move by move, as the rulebooks have them."""
