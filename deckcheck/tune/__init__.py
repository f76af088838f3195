"""The best legal deck for a goal within so many changes, with the proof that none is better."""
