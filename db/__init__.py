"""The stored data: cards, sets, legality, names, and the catalogue that ships with the package."""
