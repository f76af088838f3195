"""Repair: the nearest legal deck, with the proof that none is nearer."""
