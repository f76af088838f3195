"""Events and their ledger."""
