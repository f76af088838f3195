"""The odds of seeing certain cards: exact, and simulated as a check."""
