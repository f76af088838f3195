"""Work without looks for objects that point to each other in circles, where none are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Looks for no circles meanwhile: rows, reports and prepared cards hold none, and looking takes long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
