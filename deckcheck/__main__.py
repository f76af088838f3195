"""`python -m deckcheck` is the command `deckcheck`."""

from deckcheck.stopping import stop_at_once


def main() -> None:
    """Runs the program; also while it is still being loaded, Ctrl-C ends it in one line."""
    stop_at_once()
    from deckcheck.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
