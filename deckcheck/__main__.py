"""`python -m deckcheck` is the command `deckcheck`."""

from deckcheck.cli.main import main

if __name__ == "__main__":
    main()
