"""Pools: the cards of opened boosters or of a draft, and the best deck of them."""
