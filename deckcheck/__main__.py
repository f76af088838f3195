"""`python -m deckcheck` is the command `deckcheck`."""

import gc

from deckcheck.stopping import stop_at_once

_OBJECTS_BETWEEN_SEARCHES = 1_000_000
"""So many new objects, less those given back, before Python looks for rings of unused ones.

A command reads whole catalogues and sheets and keeps them to its end: there is little to find.
"""


def main() -> None:
    """Runs the program; also while it is still being loaded, Ctrl-C ends it in one line."""
    stop_at_once()
    gc.set_threshold(_OBJECTS_BETWEEN_SEARCHES, 20, 20)
    from deckcheck.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
