"""The page of the documents of commands: each as a run over the examples gives it, cut to one of its kind.

The runs follow one another in one database and folder; `--json` shows the document of a run.
"""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Run = Callable[[list[str]], str]

JSON = Path(__file__).parent / "json.md"
_NAMES = ("club-trades", "deck-versions", "error", "hand", "health", "me", "me-report", "setup-by-hand")
_OF_ADDRESSES = {f"deckcheck.{name}/1" for name in _NAMES}
"""Documents that no command prints over the examples."""
RUNS = """
validate examples/decks/too-many-walkers.dek --json
validate examples/decks/too-many-walkers.dek --jsonl
validate examples/decks/rebels.dek --formats --json
validate examples/decks/rebels.dek --interval --format dci --json
formats dci --json
why examples/decks/rebels.dek --json
cards search "name:fett version:A" --json
cards show "Blockade" --json
cards show "Acklay" --json
cards sets --json
cards lint examples/sources/beekeepers.csv --json
cards source add bees examples/sources/beekeepers.csv --as table --game swtcg --set BEE
cards sync bees --apply --json
cards sources --json
cards source add others examples/sources/beekeepers.csv --as table --game swtcg --set BEE
cards compare bees others --json
cards history --json
cards undo 1 --json
languages --json
config list --json
collection import examples/collections/kartenschrank.xlsx --apply --no-input --json
collection list --json
collection list --cards --json
collection show "Acklay" --json
collection want "Nexu" --quantity 4
collection add "Kouhun" --quantity 2 --json
collection wants --json
collection set "Kouhun" --for-trade 1
collection trades --json
collection lend "Kouhun" --to Ada
collection lent --json
collection stats --json
collection completion --json
collection history --json
collection show 1 --json
collection undo 1 --json
deck save examples/decks/rebels.dek --name Rebels
deck list --json
deck show Rebels --json
deck stats Rebels --json
deck missing Rebels --json
deck can-build saved --json
deck edit Rebels --add "1 Nexu" --json
deck diff Rebels examples/decks/rebels.dek --json
deck read examples/decks/empire.txt --json
repair examples/decks/too-many-walkers.dek --json
repair examples/decks/too-many-walkers.dek examples/decks/rebels.dek --owned --json
tune examples/decks/rebels.dek --goal "type:space >= 2" --changes 2 --cards set:AOTC --json
odds examples/decks/rebels.dek "type:space >= 2" --json
setup examples/decks/rebels.dek --seed 7 --json
setup examples/decks/rebels.dek --games 50 --seed 7 --jobs 1 --json
goldfish examples/decks/rebels.dek --hands 50 --turns 1 --seed 7 --jobs 1 --json
goldfish examples/decks/rebels.dek examples/decks/empire.txt --hands 50 --turns 1 --seed 7 --jobs 1 --json
matrix examples/decks/rebels.dek examples/decks/empire.txt --games 50 --seed 7 --jobs 1 --json
pool open --product AOTC --seed 7 --save Opened --json
pool list --json
trades find --with examples/trades/bo.txt --json
event new Open --on 2026-11-01 --json
event list --json
event register Open Ada examples/decks/rebels.dek --seat light --json
event register Open Bo
event check Open --json
event lists Open --json
event plan Open --json
event verify Open Ada examples/decks/empire.txt --seat light --json
event pair Open --seed 1 --json
event publish Open
event result Open 1 2-0
event note Open Ada late
event notes Open --json
event standings Open --json
event stats Open --json
event history Open --json
event links Open --json
event export Open --json
event export Open open.json
event import Open open.json --json
league new Season Open
league list --json
league table Season --json
league rules Season --json
league ratings Season --json
league matchups Season --json
league undo Season --json
people add Cy --json
people link Cy --json
people list --json
people history --json
database info --json
database backup backup.sqlite --json
database restore backup.sqlite --json
database copy cards.sqlite copy.sqlite --json
"""


def documents_page(run: Run) -> str:
    """The page; `run` returns what a command prints."""
    parts: dict[str, str] = {}
    for line in RUNS.strip().splitlines():
        output = run(["deckcheck", *shlex.split(line)])
        for document in _documents(output) if "--json" in line else ():
            text = json.dumps(_of_each_kind(document), indent=1, ensure_ascii=False)
            parts.setdefault(document["schema"], f"`deckcheck {line}`\n\n```json\n{text}\n```\n")
    described = set(re.findall(r"`(deckcheck\.[a-z-]+/\d)`", JSON.read_text(encoding="utf-8")))
    if wrong := described.symmetric_difference({*parts, *_OF_ADDRESSES}):
        raise SystemExit(f"shown or described, but not both: {', '.join(sorted(wrong))}")
    head = "# Documents\n\nEach by a run, with the first element of every list and the begin of long texts."
    told = f"{head} [JSON](json.md) has what the keys mean.\n"
    return "\n".join([told, *(f"## `{name}`\n\n{text}" for name, text in sorted(parts.items()))])


def _documents(output: str) -> Iterator[dict[str, Any]]:
    for part in re.split(r"\n(?=\{)", output.strip()):
        yield json.loads(part)


def _of_each_kind(value: Any) -> Any:
    """A document with one element of each list, and of what has a key for each name."""
    if isinstance(value, list):
        return [_of_each_kind(one) for one in value[:1]]
    if isinstance(value, str):
        return f"{value[:70]}..." if value[80:] else value
    if not isinstance(value, dict):
        return value
    kinds = {(*one,) if isinstance(one, dict) else type(one) for one in value.values()}
    names = [*value][:1] if value.keys() and len(kinds) == 1 and len(value) > _MANY else value
    return {name: _of_each_kind(value[name]) for name in names}


_MANY = 16
"""An object with more keys of one kind has them by name, not by what they mean."""
