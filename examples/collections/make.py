"""Makes the three example collections beside this file, from the bundled catalogue.

Usage: python examples/collections/make.py [FOLDER]

What is owned is drawn at random from a fixed seed, so that the same files come out every time.
- binder.csv: as Deckbox exports a collection.
- kartenschrank.xlsx: a German workbook as people keep them: titles, merged cells, sums, `4x`.
- trade-box.ods: somebody's own columns, with names that are misspelt or may be several cards.
"""

import csv
import io
import random
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from db.cards.lookup import Catalogue
from db.database import ensure_ready
from importers.collections.writing import get_layout
from importers.sheets.ods_writing import write_ods

FOLDER = Path(__file__).parent
SEED = 2002
_COPIES = {"C": (1, 2, 3, 4, 4, 5), "U": (1, 1, 2, 2, 3, 4), "R": (1, 1, 1, 2), "P": (1,)}
_SOME, _SHARE_TRADED = 3, 0.3
_DAY_ZERO = date(1980, 1, 1)

Row = tuple[str, str, str, str]
"""Name of a printing, its set's code, its number, its rarity."""


def main(folder: Path) -> None:
    """Writes the three files."""
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "cards.sqlite"
        ensure_ready(path)
        catalogue = Catalogue(path, "swtcg")
        made = made_files(catalogue)
    for name, data in made.items():
        (folder / name).write_bytes(data)
        print(folder / name)


def made_files(catalogue: Catalogue) -> dict[str, bytes]:
    """The files by their names."""
    rows: list[Row] = [
        (p.name, p.set_code, p.number or "", p.rarity or "")
        for card in catalogue.cards()
        for p in card.printings
    ]
    rows.sort(key=lambda row: (row[1], int(re.sub(r"\D", "", row[2]) or 0), row[0]))
    by_set: dict[str, list[Row]] = {}
    for row in rows:
        by_set.setdefault(row[1], []).append(row)
    names = {card_set.code: card_set.name for card_set in catalogue.sets()}
    return {
        "binder.csv": _binder(by_set, names),
        "kartenschrank.xlsx": _fixed(_cupboard(by_set, names)),
        "trade-box.ods": _fixed(_trade_box(by_set)),
    }


def _drawn(
    rng: random.Random, rows: list[Row], count: int, always: tuple[str, ...] = ()
) -> Iterator[tuple[Row, int]]:
    """So many cards of a set with copies, in the order of the set."""
    chosen = {row for row in rows if row[0] in always}
    chosen |= set(rng.sample([row for row in rows if row not in chosen], count - len(chosen)))
    for row in rows:
        if row in chosen:
            yield row, rng.choice(_COPIES.get(row[3], (1,)))


def _number(row: Row) -> int | None:
    """The number as a spreadsheet keeps it; some promos have none."""
    return int(row[2]) if row[2].isdigit() else None


def _binder(by_set: dict[str, list[Row]], names: dict[str, str]) -> bytes:
    rng = random.Random(SEED)
    table = io.StringIO(newline="")
    headers = [header for header, _ in get_layout("deckbox").columns]
    writer = csv.DictWriter(table, headers, restval="", lineterminator="\n")
    writer.writeheader()
    conditions = ("Near Mint",) * 6 + ("Good (Lightly Played)", "Played", "Mint")
    prices = {"C": ("0.10", "0.15"), "U": ("0.25", "0.40"), "R": ("2.00", "3.50", "5.00")}
    always = (
        "Boba Fett (A)",
        "Yoda (A)",
        "Destroyer Droid, P Series",
        'Derek "Hobbie" Klivian (A)',
        "3,720 to 1",
        "Quicker, Easier, More Seductive",
    )
    for code, count in (("AOTC", 62), ("SR", 24), ("ESB", 34)):
        for row, copies in _drawn(rng, by_set[code], count, always):
            name, _, number, rarity = row
            spare = max(0, copies - 4) or int(copies >= _SOME and rng.random() < _SHARE_TRADED)
            writer.writerow(
                {
                    "Count": copies,
                    "Tradelist Count": spare,
                    "Name": name,
                    "Edition": names[code],
                    "Edition Code": code,
                    "Card Number": number,
                    "Condition": rng.choice(conditions),
                    "Language": "English",
                    "Signed": "signed" if name == "Boba Fett (A)" else "",
                    "Tags": "binder 1" if code == "AOTC" else "binder 2",
                    "My Price": f"${rng.choice(prices[rarity])}" if rarity in prices else "",
                }
            )
    return table.getvalue().encode()


def _cupboard(by_set: dict[str, list[Row]], names: dict[str, str]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Font

    rng = random.Random(SEED + 1)
    book = Workbook()
    sheet: Any = book.active
    sheet.title = "Karten"
    sheet.append(["Meine Star-Wars-Karten"])
    sheet.append(["Stand: Mai 2004, ohne die Decks"])
    sheet.append([])
    sheet.append(
        ["Edition", "Nr.", "Karte", "Anzahl", "Zustand", "Fach", "Preis (€)", "Gekauft am", "Sleeve"]
    )
    for place, width in zip("ABCDEFGHI", (24, 6, 34, 9, 16, 10, 10, 13, 10), strict=True):
        sheet.column_dimensions[place].width = width
    for title in ("A1:I1", "A2:I2"):
        sheet.merge_cells(title)
    sheet["A1"].font = Font(bold=True, size=16)
    total = 0
    for shelf, (code, count) in enumerate((("ANH", 36), ("BOY", 22), ("JG", 20)), 1):
        first = sheet.max_row + 1
        always = ('Jon "Dutch" Vander (A)', "Luke Skywalker (A)", "Boba Fett (B)")
        for number, (row, copies) in enumerate(_drawn(rng, by_set[code], count, always)):
            bought = date(2002, 11, 1) + timedelta(days=rng.randrange(500))
            written = (copies, f"{copies}x", copies, f"{copies},0", copies)[number % 5]
            price = f"{rng.choice((10, 20, 50, 150, 300)) / 100:.2f}".replace(".", ",")
            sheet.append(
                [
                    names[code] if number == 0 else None,
                    _number(row),
                    row[0],
                    written,
                    rng.choice(("fast neu", "fast neu", "sehr gut", "gespielt", None)),
                    f"Fach {shelf}",
                    price if number % 3 else None,
                    f"{bought.day}.{bought.month}.{bought.year}" if number % 4 else None,
                    "ja" if row[3] == "R" else None,
                ]
            )
            total += copies
        sheet.merge_cells(f"A{first}:A{sheet.max_row}")
    sheet.append(["Summe", None, None, total])
    wishes: Any = book.create_sheet("Wünsche")
    for line in ("Noch gesucht:", "Darth Vader, egal welcher", "alles mit Lando"):
        wishes.append([line])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


_FROM_MEMORY = (
    (2, 0, "Luke Skywalker", "", "ANH", "", "", "which one? see the picture"),
    (1, 1, "Bobba Fett (A)", "", "AOTC", "", "", ""),
    (3, 1, "Milennium Falcon", "B", "BOY", "", "", ""),
    (1, 0, "Yoda", "", "AOTC", "", "", ""),
    (2, 2, "Captain Typho", "A", "Attak of the Clones", "", "", ""),
    (1, 0, "Zam Wesell", "A", "Attak of the Clones", "", "", ""),
    (2, 0, "Probe Droid", "", "", "", "box B", ""),
    (1, 1, "Captain Rex", "A", "", "", "box B", "gift"),
    (1, 0, "Boba Fett", "", "JG", "4", "box A", ""),
    (4, 0, "Trooper, white", "", "", "", "box A", "from the flea market"),
)
"""Rows that can only be one card, and rows that are never applied unasked."""


def _trade_box(by_set: dict[str, list[Row]]) -> bytes:
    rng = random.Random(SEED + 2)
    headers = ("Got", "For trade", "Card", "Version", "Set", "No", "Box", "Remarks")
    rows: list[tuple[object, ...]] = []
    for code, count in (("PM", 14), ("RAS", 14), ("ROTJ", 12)):
        for row, copies in _drawn(rng, by_set[code], count):
            name, version = row[0], ""
            if found := re.fullmatch(r"(.*) \(([A-Z])\)", name):
                name, version = found.groups()
            spare = rng.randint(0, copies)
            remark = rng.choice(("", "", "", "", "signed by the artist", "bent corner"))
            box = f"box {rng.choice('AB')}"
            rows.append((copies, spare, name, version, code, _number(row), box, remark))
    for number, remembered in enumerate(_FROM_MEMORY):
        rows.insert(3 + number * 5, remembered)
    cells = [[cell if cell != "" else None for cell in row] for row in rows]
    widths = (7, 10, 32, 9, 22, 7, 9, 28)
    return write_ods("Trade box", headers, cells, widths)  # type: ignore[arg-type]


def _fixed(data: bytes) -> bytes:
    """The archive with one time for all its parts, and for the workbook in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "docProps/core.xml":
                part = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2004-05-03T12:00:00Z", part)
            info = zipfile.ZipInfo(name, (*_DAY_ZERO.timetuple()[:3], 0, 0, 0))
            stored = name == "mimetype"
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            new.writestr(info, part)
    return out.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
