"""The forms of saved plots: SVG, which is drawn here, or PNG, which needs matplotlib."""

from pathlib import Path

from db.errors import DeckcheckError
from db.language import gettext as _, one_of
from deckcheck.show.picture import Picture
from deckcheck.show.png import save_png

SUFFIXES = (".svg", ".png")

ARENA_COLOURS = {"space": "#2f6db5", "ground": "#bf8226", "character": "#b23a48"}
COLOURS = ("#222222", "#2f6db5", "#bf8226", "#b23a48", "#4c9a6a", "#7d5ba6")
"""Told apart also by those who see few colours, and in print."""

OTHER_COLOURS = ("#8a8a8a", "#4c9a6a", "#7d5ba6", "#8f8a2a", "#5b7f8c", "#c9729a")


class PlotError(DeckcheckError):
    """A plot cannot be drawn or saved."""


class MatplotlibMissingError(PlotError):
    """The library that draws is not installed."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "PNG plots need matplotlib; a file name that ends in .svg does not. Install it with: "
                "pip install 'deckcheck[plots]'"
            )
        )


class PlotFormatError(PlotError):
    """The file name does not say SVG or PNG."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            _("{path}: expected a file name that ends in {suffixes}"), path=path, suffixes=one_of(SUFFIXES)
        )


class UnwritablePlotError(PlotError):
    """The file cannot be written."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(_("{path}: {why}; no plot was written"), path=path, why=why)


def colour_of(name: str, place: int = 0) -> str:
    """The colour of an arena, the same in all plots, or of another thing by its place."""
    return ARENA_COLOURS.get(name.casefold(), OTHER_COLOURS[place % len(OTHER_COLOURS)])


def save_picture(path: Path, picture: Picture) -> None:
    """Saves a picture in the format of the file's suffix; the same picture gives the same file."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise PlotFormatError(path)
    try:
        if suffix == ".png":
            save_png(path, picture)
        else:
            from deckcheck.show.svg import svg

            path.write_bytes(svg(picture).encode("utf-8"))
    except ImportError:
        raise MatplotlibMissingError from None
    except OSError as error:
        raise UnwritablePlotError(path, error.strerror or str(error)) from None
