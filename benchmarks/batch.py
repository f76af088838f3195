"""Reading and judging many decks, in seconds of the processor, as ratios to baselines of the run.

Baselines: the floor, below which nothing that looks at each line can come; the naive second checker
of the tests, which reads `.dek` files with a regular expression and counts with loops; and decks
judged one by one. They run by turns with what is compared to them.
"""

import csv
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
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
MANY = 200_000
_CARD = re.compile(r"<name[^>]*>([^<]*)</name>")

_SCRIPT = """
import sys; sys.path.insert(0, {root!r})
from benchmarks.batch import naive_cards, naive_file
naive_file(sys.argv[1], naive_cards())
"""

_MEMORY = """
import resource, sys; sys.path.insert(0, {root!r})
from pathlib import Path
from deckcheck.judge.batch import JudgeOptions, find_deck_files
from deckcheck.judge.many_files import judge_files
if __name__ == "__main__":
    files = find_deck_files([{folder!r}])
    seen = sum(1 for _ in judge_files(files, JudgeOptions(Path({database!r}))))
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    print(max(resource.getrusage(one).ru_maxrss for one in who), seen)
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
                        "subtype": row["subtype"],
                        "side": row["side"],
                        "sets": [path.stem],
                    }
    return cards


def naive_file(path: str, cards: dict[str, dict[str, Any]]) -> int:
    """How many problems the naive checker finds in a `.dek` file."""
    from tests.deckcheck.naive.swtcg import check_swtcg

    text = Path(path).read_text(encoding="utf-8").replace("&apos;", "'").replace("&quot;", '"')
    return len(check_swtcg([cards[name] | {"zone": "Deck"} for name in _CARD.findall(text)], "printed-2004"))


def write_decks(folder: Path, cards: tuple[Card, ...], decks: int = DECKS) -> list[str]:
    """Some thousands of plausible `.dek` files of sixty cards; about half of them legal."""
    rng = random.Random(2002)
    pools: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        if card.side and "&" not in card.name:
            pools.setdefault((card.side, card.type), []).append(card)
    files = []
    for number in range(decks):
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
        path.write_text(text + "".join(lines) + "\t</superzone>\n</deck>\n", encoding="utf-8", newline="\n")
        files.append(str(path))
    return files


def floor(files: list[str]) -> int:
    """What no judge can do without: each file read, decoded and split, equal lines counted."""
    seen = 0
    for path in files:
        with open(path, "rb") as file:  # noqa: PTH123 - the quickest way
            seen += len(Counter(file.read().decode().split("\n"))) > 0
    return seen


def seconds(work: Callable[[], object], *, children: bool = False) -> float:
    """The processor's seconds that some work takes, those of processes that it starts apart."""
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    before = resource.getrusage(who)
    work()
    after = resource.getrusage(who)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compared(base: Callable[[], int], work: Callable[[], int], rounds: int = 5) -> tuple[float, ...]:
    """The least seconds of a baseline and of some work, run by turns, so that noise hits both."""
    pairs = [(seconds(base), seconds(work)) for _ in range(rounds)]
    return min(one for one, _ in pairs), min(other for _, other in pairs)


def memory(folder: Path, database: Path, files: list[str]) -> None:
    """Judges 200,000 files in a process of its own, and prints the most memory that it took."""
    many = folder / "many"
    many.mkdir()
    for number in range(MANY):
        (many / f"{number:06}.dek").hardlink_to(files[number % len(files)])
    script = _MEMORY.format(root=str(ROOT), folder=str(many), database=str(database))
    out = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout.split()
    print(f"{MANY:,} files, most memory of a process: {int(out[0]) / 1024:.0f} MB (aim: < 300 MB)")


def started(folder: Path, files: list[str], naive: float) -> None:
    """Prints the naive checker started once per deck."""
    script = folder / "naive_script.py"
    script.write_text(_SCRIPT.format(root=str(ROOT)), encoding="utf-8")
    command = [sys.executable, str(script)]

    def run() -> int:
        return sum(not subprocess.run([*command, path], check=True).returncode for path in files)

    each = seconds(run, children=True) / len(files)
    print(f"naive checker, started once per deck {each / naive:26.0f} x the naive checker")


def main() -> None:
    """Prints seconds of the processor as ratios to baselines of the same run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "cards.sqlite"
        fresh = seconds(lambda: ensure_ready(database))
        print(f"fresh database: {fresh:.2f} s (aim: < 1 s)")
        with Catalogue(database, "swtcg") as catalogue:
            loaded = seconds(lambda: len(catalogue.cards()))
            print(f"catalogue into memory, all cards made: {loaded:.3f} s")
            files = write_decks(folder, catalogue.cards())
            memory(folder, database, files)  # before decks are held here: a process starts with our most
            resolver = Resolver(catalogue, get_game("swtcg"))
            decks = [resolver.resolve(read_deck(Path(path)), path) for path in files]
        options = JudgeOptions(database)
        judge = Judge("swtcg", on=date(2026, 11, 21))
        cards = naive_cards()
        some = files[:1_000]
        base, naive = compared(
            lambda: floor(some), lambda: sum(naive_file(path, cards) >= 0 for path in some), 2
        )
        print(f"floor: files read, decoded, split, counted   {base / len(some) * 1e6:8.1f} us a deck")
        print(f"naive checker, in-process            {naive / base:26.2f} x the floor")
        started(folder, files[:20], naive / len(some))
        base, first = compared(lambda: floor(files), lambda: judged(files, options))
        twice = min(seconds(lambda: judged(files * 2, options)) for _ in range(3))
        print(f"read and judged, first ones and all {first / base:27.2f} x the floor (aim: 3.0 x)")
        print(f"read and judged, the further files {(twice - first) / base:28.2f} x the floor (aim: 2.5 x)")
        for some, rounds in ((files, 3), (files * 10, 2)):
            walls = {jobs: wall(some, options, jobs, rounds) for jobs in (1, 2)}
            print(
                f"two processes, {len(some):,} files: {len(some) / walls[2]:,.0f} decks a second, "
                f"{walls[1] / walls[2]:.2f} x the rate of one (aim: 1.9 x)"
            )
        before, now = compared(
            lambda: len([judge.validate(deck) for deck in decks]),
            lambda: sum(1 for _ in judge.validate_many(decks)),
        )
        print(f"judged in memory: {before / now:.2f} x the rate of one by one (aim: 6 x)")


def judged(files: list[str], options: JudgeOptions) -> int:
    """Reads and judges files in one process."""
    return sum(1 for _ in judge_files(files, options, 1))


def wall(files: list[str], options: JudgeOptions, jobs: int, rounds: int) -> float:
    """The least time that passes while a folder is judged; only on a quiet machine does it tell."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in judge_files(files, options, jobs):
            pass
        times.append(time.perf_counter() - start)
    return min(times)
