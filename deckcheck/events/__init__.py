"""Events from registration to final standings: lists, checks, pairings, every change in a ledger."""
