"""One function an act: everything that can be done, without printing, asking or exiting.

An act takes the open database and typed arguments, returns a typed answer, and raises a
`DeckcheckError` for what cannot be done. It imports what it needs when it is called.
"""
