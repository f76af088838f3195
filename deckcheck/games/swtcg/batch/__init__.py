"""Many setups and turns at once, on arrays; the same games as move by move."""
