"""Setup and first rounds of Star Wars: Destiny."""
