"""Trades between collections: spares met with wants, and the best exchange of them, proven."""
