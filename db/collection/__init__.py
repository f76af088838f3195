"""The collection and its ledger."""
