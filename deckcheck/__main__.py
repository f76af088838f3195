"""`python -m deckcheck` is the command `deckcheck`."""

from deckcheck.stopping import main

if __name__ == "__main__":
    main()
