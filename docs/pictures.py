"""Takes the pictures of the pages: `make pictures`. Needs Chromium, LibreOffice and poppler.

Each shows the program as it is, with the example decks and sheets in a database that goes afterwards.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import deckcheck

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
DECK = ROOT / "examples" / "decks" / "too-many-walkers.dek"
SHEETS = [ROOT / "examples" / "collections" / name for name in ("binder.csv", "kartenschrank.xlsx")]


def main() -> int:
    """Takes all pictures; the exit code is 1 where a program for one is not there."""
    needed = [("soffice",), ("pdftoppm",), ("chromium-headless-shell", "chromium", "google-chrome")]
    programs = [next(filter(None, map(shutil.which, names)), None) for names in needed]
    if not all(programs):
        print(f"needed are: {', '.join(names[0] for names in needed)}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "cards.sqlite"
        with deckcheck.open(database) as cards:
            cards.decks.save(DECK, "Walkers")
            for sheet in SHEETS:
                cards.collection.import_sheet(sheet).apply(write_unmatched=False)
            cards.collection.export(folder / "mine.xlsx")
        workbook(folder, *map(str, programs[:2]))
        page(database, str(programs[2]))
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
    both.save(PICTURES / "workbook.png", optimize=True)


def page(database: Path, chromium: str) -> None:
    """A deck in the editor, with its verdict and the nearest legal deck."""
    from playwright.sync_api import sync_playwright

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "deckcheck", "serve", "--port", address.rpartition(":")[2]]
    environment = os.environ | {"DECKCHECK_DB": str(database)}
    with (
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) as server,
        sync_playwright() as play,
    ):
        try:
            if server.stderr:
                server.stderr.readline()  # it says that it is ready
            browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            tab: Any = browser.new_page(viewport={"width": 1280, "height": 910})
            tab.goto(f"{address}/deck/Walkers?game=swtcg")
            tab.click("#repair")
            tab.get_by_text("Make all changes").wait_for()
            tab.screenshot(path=PICTURES / "page.png")
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
