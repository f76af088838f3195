"""Paper of an event as PDF: deck sheets, result slips, pairings and standings."""
