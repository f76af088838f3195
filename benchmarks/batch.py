"""Reading and judging many decks, against the naive checker in-process and started per deck.

Baselines: the naive second checker of the tests, which reads `.dek` files with a regular expression
and counts with loops; once over all decks in one process, and once started per deck as a script.
"""

import csv
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.cards.names import image_key_for
from db.database import ensure_ready
from deckcheck.games import get_game
from deckcheck.judge.batch import JudgeOptions
from deckcheck.judge.many_files import judge_files
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from importers.decks.reading import read_deck

ROOT = Path(__file__).parents[1]
DECKS = 10_000
_CARD = re.compile(r"<name[^>]*>([^<]*)</name>")

_SCRIPT = """
import sys; sys.path.insert(0, {root!r})
from benchmarks.batch import naive_cards, naive_file
naive_file(sys.argv[1], naive_cards())
"""


def naive_cards() -> dict[str, dict[str, Any]]:
    """The catalogue as plain rows, read with the csv module."""
    cards: dict[str, dict[str, Any]] = {}
    for path in sorted((ROOT / "db" / "catalogue" / "swtcg").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if "side" in row:
                    name = row["name"]
                    cards[name] = {
                        "identity": name,
                        "type": row["type"],
                        "side": row["side"],
                        "sets": [path.stem],
                    }
    return cards


def naive_file(path: str, cards: dict[str, dict[str, Any]]) -> int:
    """How many problems the naive checker finds in a `.dek` file."""
    from tests.deckcheck.naive import check

    text = Path(path).read_text(encoding="utf-8").replace("&apos;", "'").replace("&quot;", '"')
    return len(
        check([cards[name] | {"zone": "Deck"} for name in _CARD.findall(text)], "printed-2004")
    )


def write_decks(folder: Path, cards: tuple[Card, ...]) -> list[str]:
    """Ten thousand plausible `.dek` files of sixty cards; about half of them legal."""
    rng = random.Random(2002)
    pools: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        if card.side and "&" not in card.name:
            pools.setdefault((card.side, card.type), []).append(card)
    files = []
    for number in range(DECKS):
        side = rng.choice(["light", "dark"])
        lines: list[str] = []
        for kind, wanted in (
            ("Space", 13),
            ("Ground", 14),
            ("Character", rng.choice([11, 14])),
            ("Battle", 22),
        ):
            left = wanted
            while left:
                card = rng.choice(pools[side, kind])
                copies = min(left, rng.choice([1, 2, 3, 4]))
                printing = card.printings[0]
                name = printing.name.replace("'", "&apos;").replace('"', "&quot;")
                code = printing.set_code
                key = image_key_for(printing.name, code, printing.number)
                line = f'\t\t<card><name id="{key}">{name}</name><set>{code}</set></card>\n'
                lines += [line] * copies
                left -= copies
        meta = "\t<meta>\n\t\t<game>starwars</game>\n\t</meta>\n"
        text = f'<deck version="0.8">\n{meta}\t<superzone name="Deck">\n'
        path = folder / f"deck{number:05}.dek"
        path.write_text(
            text + "".join(lines) + "\t</superzone>\n</deck>\n", encoding="utf-8", newline="\n"
        )
        files.append(str(path))
    return files


def rate(work: Callable[[], int], rounds: int = 3) -> float:
    """Decks per second, the best of several rounds."""
    best = 0.0
    for _ in range(rounds):
        start = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - start))
    return best


def main() -> None:
    """Prints decks per second and ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "cards.sqlite"
        start = time.perf_counter()
        ensure_ready(database)
        took = time.perf_counter() - start
        print(f"fresh database with the bundled catalogue: {took:.2f} s (aim: < 2 s)")
        start = time.perf_counter()
        with Catalogue(database) as catalogue:
            catalogue.load_all()
            print(f"catalogue into memory: {time.perf_counter() - start:.3f} s")
            files = write_decks(folder, catalogue.cards())
            resolver = Resolver(catalogue, get_game("swtcg"))
            decks = [resolver.resolve(read_deck(Path(path)), path) for path in files]
        judge = Judge("swtcg", on=date(2026, 11, 21))
        cards = naive_cards()
        naive = rate(lambda: sum(1 for path in files[:1000] if naive_file(path, cards) >= 0), 1)
        script = folder / "naive_script.py"
        script.write_text(_SCRIPT.format(root=str(ROOT)), encoding="utf-8")
        command = [sys.executable, str(script)]
        per_deck = rate(
            lambda: sum(
                1
                for path in files[:20]
                if not subprocess.run([*command, path], check=True).returncode
            ),
            1,
        )
        print(f"baseline: naive checker, in-process, one core  {naive:10.0f} decks/s")
        print(f"baseline: the same, started once per deck      {per_deck:10.1f} decks/s")
        options = JudgeOptions(database)
        for label, found in (
            (
                "read and judged, one process",
                rate(lambda: sum(1 for _ in judge_files(files, options, 1))),
            ),
            (
                f"read and judged, {os.cpu_count()} processes",
                rate(lambda: sum(1 for _ in judge_files(files, options))),
            ),
            (
                "judged in memory, one process",
                rate(lambda: len([judge.validate(deck) for deck in decks])),
            ),
        ):
            ratios = f"{found / naive:6.1f} x in-process, {found / per_deck:7.0f} x per deck"
            print(f"{label:<46} {found:10.0f} decks/s = {ratios}")
