"""Takes pictures of the program: `make pictures`, and `make screens` of every page.

Chromium, LibreOffice and poppler must be there.
Each shows the program as it is, with the example decks and sheets in a database that goes afterwards.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Collection
from itertools import product
from pathlib import Path
from typing import Any, cast

import deckcheck

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
DECKS = ROOT / "examples" / "decks"
SHEETS = [ROOT / "examples" / "collections" / name for name in ("binder.csv", "kartenschrank.xlsx")]


OPEN = "Spring Open"
EVENT = (
    ("new", OPEN, "--on", "2026-11-20"),
    ("import", OPEN, str(ROOT / "examples" / "event" / "lists")),
    ("pair", OPEN, "--seed", "1"),
    ("publish", OPEN),
    ("result", OPEN, *["1", "2-0", "2", "1-1", "3", "0-2", "4", "2-0"]),
    ("pair", OPEN, "--seed", "1"),
    ("publish", OPEN),
    ("clock", OPEN, "--minutes", "50", "--once"),
    ("result", OPEN, *["1", "2-0", "3", "1-1"]),
)
COMMANDS = (
    *[("event", *words) for words in EVENT],
    ("league", "new", "Season", OPEN),
    ("pool", "open", "--product", "AOTC", "--seed", "11", "--save", "Friday"),
)
"""The commands by which the event, the league and the pool of the pictures are made."""


def main() -> int:
    """Takes the pictures of the documentation, or with a folder those of every page into it.

    The exit code is 1 where a program for one is not there.
    """
    needed = [("soffice",), ("pdftoppm",), ("chromium-headless-shell", "chromium", "google-chrome")]
    programs = [next(filter(None, map(shutil.which, names)), None) for names in needed]
    if not all(programs):
        print(f"needed are: {', '.join(names[0] for names in needed)}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "cards.sqlite"
        with deckcheck.open(database) as cards:
            for path in sorted(DECKS.iterdir()):
                cards.decks.save(path, path.stem)
            for sheet in SHEETS:
                cards.collection.import_sheet(sheet).apply(write_unmatched=False)
            cards.collection.export(folder / "mine.xlsx")
        environment = os.environ | {"DECKCHECK_DB": str(database), "DECKCHECK_POOLS": str(folder / "pools")}
        for words in COMMANDS:
            command = [sys.executable, "-m", "deckcheck", *words]
            subprocess.run(command, env=environment, check=True, capture_output=True)
        if sys.argv[1:]:
            screens(database, str(programs[2]), Path(sys.argv[1]))
        else:
            workbook(folder, *map(str, programs[:2]))
            screens(database, str(programs[2]), PICTURES, KEPT)
    return 0


def workbook(folder: Path, office: str, to_png: str) -> None:
    """The top of the exported holdings, and the summary below it."""
    from PIL import Image
    from pypdf import PdfReader

    convert: list[str | Path] = [
        office,
        "--headless",
        "--convert-to",
        "pdf",
        "--outdir",
        folder,
        folder / "mine.xlsx",
    ]
    subprocess.run(convert, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pages = [page.extract_text() for page in PdfReader(folder / "mine.pdf").pages]
    summary = next(number for number, text in enumerate(pages, start=1) if "my collection" in text)
    shown = []
    for number, (top, bottom) in ((1, (85, 345)), (summary, (75, 600))):
        png = folder / f"sheet-{number}"
        range_ = ["-f", str(number), "-l", str(number), "-singlefile"]
        subprocess.run([to_png, "-r", "100", "-png", *range_, folder / "mine.pdf", png], check=True)
        sheet = Image.open(png.with_suffix(".png"))
        shown.append(sheet.crop((30, top, sheet.width - 30, bottom)))
    both = Image.new("RGB", (shown[0].width, sum(one.height for one in shown)), "white")
    both.paste(shown[0], (0, 0))
    both.paste(shown[1], (0, shown[0].height))
    both.save(PICTURES / "workbook.png")
    smaller(PICTURES / "workbook.png")


def smaller(picture: Path) -> None:
    """Keeps a picture in 256 colours, which takes a third of the bytes."""
    from PIL import Image

    few = Image.open(picture).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2)
    few.save(picture, optimize=True)


SCREENS = {
    "decks": "/",
    "compare": "/decks/compare?deck=rebels&deck=empire",
    "deck": "/deck/too-many-walkers?game=swtcg",
    "cards": "/cards?game=destiny&view=tiles&q=type:character",
    "card": "/cards/Darth Vader (A)?game=swtcg",
    "collection": "/collection",
    "completion": "/collection/completion",
    "wants": "/collection/wants",
    "import": "/collection/import",
    "pools": "/pools",
    "pool": "/pools/Friday?goal=",
    "events": "/events",
    "event": f"/events/{OPEN}",
    "screen": f"/screen/{OPEN}",
    "league": "/leagues/Season",
    "history": "/history",
}
"""The pages, by the names of their pictures."""

WIDE, PHONE = 1360, 390
LANGUAGES = ("en", "cs", "de", "hu", "pl")
KEPT = (
    "decks-light-1360",
    "deck-light-1360",
    "deck-dark-390",
    "cards-dark-1360",
    "collection-light-1360",
    "event-light-1360",
    "deck-light-1360-cs",
    "deck-light-1360-de",
    "deck-light-1360-hu",
    "deck-light-1360-pl",
)
"""The pictures that the documentation shows."""


def screens(database: Path, chromium: str, folder: Path, only: Collection[str] = ()) -> None:
    """Every page in each language, light and dark, wide and narrow; the deck with its nearest legal one."""
    from playwright.sync_api import sync_playwright

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "deckcheck", "serve", "--port", address.rpartition(":")[2]]
    own = {"DECKCHECK_DB": str(database), "DECKCHECK_POOLS": str(database.parent / "pools")}
    environment = os.environ | own | {"DECKCHECK_LANG": "en"}
    folder.mkdir(parents=True, exist_ok=True)
    with (
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) as server,
        sync_playwright() as play,
    ):
        try:
            if server.stderr:
                server.stderr.readline()  # it says that it is ready
            browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for name, scheme, width, language in product(
                SCREENS, ("light", "dark"), (WIDE, PHONE), LANGUAGES
            ):
                picture = f"{name}-{scheme}-{width}" + (f"-{language}" if language != "en" else "")
                if only and picture not in only:
                    continue
                size: Any = {"width": width, "height": 860}
                colours = cast("Any", scheme)
                tab: Any = browser.new_page(viewport=size, color_scheme=colours, locale=language)
                tab.goto(address + SCREENS[name])
                if name == "deck" and width == WIDE:  # on a phone the verdict opens from below
                    tab.locator(".line").nth(12).hover()
                    tab.click("#repair")
                    tab.wait_for_selector("#plan-apply")
                tab.wait_for_load_state("networkidle")
                tab.screenshot(path=folder / f"{picture}.png")
                smaller(folder / f"{picture}.png")
                tab.close()
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
