"""What every command is called with: those that write, and those that only read."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.faults.programs import Programs

EXAMPLES = Path(__file__).parents[2] / "examples"
CARDS = EXAMPLES / "sources" / "beekeepers.csv"
PLAYERS = ("Ada", "Bo", "Cy", "Di")


@dataclass(frozen=True, slots=True)
class Case:
    """A call of a command that writes, in the folder that `prepare` makes."""

    command: str
    arguments: tuple[str, ...] = ()
    answer: int = 0
    """The exit code of the call."""
    empty: bool = False
    """Whether there is no database yet."""

    @property
    def words(self) -> tuple[str, ...]:
        """All arguments."""
        return (*self.command.split(), *self.arguments)

    def __str__(self) -> str:
        return "_".join(word.rpartition("/")[2] for word in self.words).replace(" ", "_")


def _case(command: str, *arguments: str, answer: int = 0, empty: bool = False) -> Case:
    return Case(command, arguments, answer, empty)


_AT_TABLE = ("Played", "1")

WRITES = (
    _case("validate", "deck.txt", "--table", "table.xlsx", answer=1),
    _case("repair", "walkers.dek", "--write", "legal.dek", "--save", "Legal"),
    _case(
        "tune",
        "rebels.dek",
        "--goal",
        "type:space >= 1",
        "--changes",
        "2",
        "--on",
        "2026-11-21",
        "--write",
        "best.dek",
        "--save",
        "Best",
    ),
    _case("setup", "rebels.dek", "--games", "5", "--seed", "1", "--jobs", "1", "--xlsx", "s.xlsx"),
    _case("goldfish", "rebels.dek", "--hands", "5", "--seed", "1", "--jobs", "1", "--xlsx", "g.xlsx"),
    _case(
        "matrix",
        "rebels.dek",
        "walkers.dek",
        "--games",
        "5",
        "--seed",
        "1",
        "--jobs",
        "1",
        "--out",
        "m.csv",
        "--resume",
    ),
    _case("pool open", "--product", "AOTC", "--seed", "1", "--save", "New"),
    _case("pool import", "deck.txt", "--save", "List", "--write", "list.json"),
    _case("pool build", "--pool", "Opened", "--write", "built.dek", "--save", "Built", "--on", "2026-11-21"),
    _case("pool cube", "cube.txt", "--product", "AOTC"),
    _case("database", empty=True),
    _case("database backup", "backup.db"),
    _case("database restore", "x.db.earlier"),
    _case("database copy", "x.db", "x.db.earlier"),
    _case("config set", "language", "de"),
    _case("config unset", "game"),
    _case("deck convert", "deck.txt", "deck.o8d"),
    _case("deck export", "Mine", "mine.json"),
    _case("deck edit", "Mine", "--add", "2 Nexu"),
    _case("deck edit", "deck.txt", "--add", "2 Nexu"),
    _case("deck new", "new.xlsx", "--add", "4 Kouhun"),
    _case("deck save", "rebels.dek", "--name", "New", "--reserve"),
    _case("deck rename", "Mine", "Ours"),
    _case("deck delete", "Mine"),
    _case("deck reserve", "Mine"),
    _case("deck release", "Other"),
    _case("deck missing", "Mine", "--xlsx", "missing.xlsx"),
    _case("deck missing", "rebels.dek", "--build", answer=1),
    _case("deck proxies", "deck.txt", "--out", "proxies.pdf"),
    _case("deck can-build", "saved", "--want"),
    _case("deck complete", "walkers.dek", "--write", "whole.dek"),
    _case("cards import", "cards.csv", "--as", "table", "--set", "BEE", "--game", "swtcg", "--apply"),
    _case("cards sync", "bees", "--apply"),
    _case("cards undo", "1"),
    _case("cards source add", "more", str(CARDS), "--as", "table", "--game", "swtcg"),
    _case("cards source remove", "bees"),
    _case("collection add", "Kouhun", "--quantity", "2"),
    _case("collection add", "Kouhun", empty=True),
    _case("collection remove", "Kouhun", "--location", "binder"),
    _case("collection set", "Kouhun", "--location", "binder", "--notes", "kept"),
    _case("collection move", "Kouhun", "--location", "binder", "--to", "box"),
    _case("collection want", "Nexu", "--quantity", "4"),
    _case("collection lend", "Kouhun", "--location", "binder", "--to", "Ada", "--until", "2026-12-24"),
    _case("collection returned", "Bo"),
    _case("collection import", "sheet.csv", "--apply", "--no-input"),
    _case("collection export", "out.xlsx"),
    _case("collection export", "out.ods"),
    _case("collection export", "out.csv"),
    _case("collection undo", "1"),
    _case("trades accept", "2"),
    _case("trades change", "2", "1=1", "--give", "Yoda (A)"),
    _case("trades refuse", "2"),
    _case("trades undo", "1"),
    _case("people merge", "Ivy", "Gil", "--yes"),
    _case("trades find", "--with", str(EXAMPLES / "trades" / "bo.txt"), "--out", "trades.csv", answer=1),
    _case("undo", "--yes", "--reason", "a slip"),
    _case("league new", "Another", "Played"),
    _case("league add", "Season", "Played"),
    _case("league remove", "Season", "Drawn"),
    _case("league rules", "Season", "rules.toml"),
    _case("league import", "Season", "season.csv", "--yes"),
    _case("league undo", "Season"),
    _case("event new", "Another", "--on", "2026-11-01"),
    _case("event set", "Open", "--on", "2026-11-08"),
    _case("event lock", "Open"),
    _case("event unlock", "Locked", "--reason", "why not"),
    _case("event open", "Open"),
    _case("event undo", "Open"),
    _case("event register", "Open", "Eva", "rebels.dek", "--seat", "light"),
    _case("event import", "Open", "lists"),
    _case("event template", "Open", "players.xlsx"),
    _case("event remove", "Open", "Ada"),
    _case("event rename", "Open", "Ada", "Ada Lovelace"),
    _case("event seat", "Open", "Bo", "dark"),
    _case("event links", "Open"),
    _case("event check", "Open", "--messages", "messages", answer=1),
    _case("event check", "Open", "--table", "checked.xlsx", answer=1),
    _case("event sheets", "Open", "sheets.pdf"),
    _case("event slips", "Played", "slips.pdf"),
    _case("event print", "Played", "pairings", "pairings.pdf"),
    _case("event pair", "Paired", "--seed", "7"),
    _case("event publish", "Drawn"),
    _case("event result", *_AT_TABLE, "2-0"),
    _case("event swap", "Drawn", "Ada", "Bo", "--reason", "one car"),
    _case("event drop", "Played", "Ada"),
    _case("event first", *_AT_TABLE, "Cy"),
    _case("event extend", *_AT_TABLE, "5"),
    _case("event note", "Played", "Ada", "late"),
    _case("event spot-check", "Played", "2", "--seed", "7"),
    _case("event clock", "Played", "--once", "--minutes", "50"),
    _case("event export", "Played", "played.json"),
    _case("people add", "Eve", "Fay"),
    _case("people add", "--event", "Open"),
    _case("people link", "Gil"),
    _case("people rename", "Gil", "Gil Ott"),
    _case("people merge", "Gil", "Hal", "--yes"),
    _case("people remove", "Hal", "--yes"),
    _case("people undo"),
)
"""All commands that write, in each of the ways in which they do."""

READS = frozenset(
    {
        "odds",
        "why",
        "languages",
        "tour",
        "formats",
        "league list",
        "league table",
        "league matchups",
        "league ratings",
        "league history",
        "pool list",
        "pool check",
        "config list",
        "config get",
        "config path",
        "deck stats",
        "deck show",
        "deck read",
        "deck watch",
        "deck list",
        "deck diff",
        "cards sources",
        "cards compare",
        "cards history",
        "cards search",
        "cards show",
        "cards sets",
        "cards lint",
        "collection list",
        "collection show",
        "collection stats",
        "collection completion",
        "collection wants",
        "collection trades",
        "database check",
        "database info",
        "collection history",
        "event list",
        "event show",
        "event history",
        "event verify",
        "event lists",
        "event pairings",
        "event notes",
        "event standings",
        "event plan",
        "event stats",
        "people list",
        "people history",
        "collection lent",
        "trades list",
    }
)
"""The commands that only read, but for the database that each makes or migrates."""

RUNS = frozenset({"serve"})
"""The commands that run until they are stopped; `test_servers.py` is about them."""


def prepare(programs: Programs, folder: Path) -> None:
    """Fills a folder with a database and files, as all calls of `WRITES` want them."""
    write_files(folder)

    def run(*arguments: str) -> None:
        programs.run_well(folder, *arguments)

    run("config", "set", "game", "swtcg")
    run("database")
    run("database", "backup", "x.db.earlier")
    run("collection", "add", "Kouhun", "--quantity", "3", "--location", "binder")
    run("collection", "want", "Kouhun", "--quantity", "5")
    run("collection", "add", "Nexu")
    run("collection", "lend", "Nexu", "--to", "Bo")
    run("pool", "open", "--product", "AOTC", "--seed", "7", "--save", "Opened")
    run("deck", "save", "deck.txt", "--name", "Mine")
    run("deck", "save", "small.txt", "--name", "Other", "--reserve")
    run("cards", "source", "add", "bees", str(CARDS), "--as", "table", "--game", "swtcg", "--set", "BEE")
    run("cards", "import", "first.csv", "--as", "table", "--game", "swtcg", "--set", "ONE", "--apply")
    for name in ("Open", "Paired", "Drawn", "Played", "Locked"):
        run("event", "new", name, "--on", "2026-11-01")
        for player in PLAYERS:
            run("event", "register", name, player)
    for name in ("Drawn", "Played"):
        run("event", "pair", name, "--seed", "7")
    run("event", "register", "Open", "Bo", "small.txt", "--seat", "light")
    run("event", "publish", "Played")
    run("event", "lock", "Locked")
    run("league", "new", "Season", "Drawn")
    run("people", "add", "Gil", "Hal", "Ivy")
    run("people", "add", "Bo", "--event", "Open", "--as", "Hal")
    run("collection", "add", "Yoda (A)", "--set", "AOTC", "--quantity", "3", "--for-trade", "2")
    run("collection", "want", "Zam Wesell (A)", "--quantity", "2")
    ivy = ("--person", "Ivy")
    run(*ivy, "collection", "want", "Yoda (A)", "--quantity", "2")
    for number in ("1", "2"):
        zam = ("Zam Wesell (A)", "--set", "AOTC", "--location", number)
        run(*ivy, "collection", "add", *zam, "--for-trade", "1")
        run(*ivy, "trades", "find", "--propose", "--until", "2099-12-24")
        if number == "1":
            run("trades", "accept", number)
            run("collection", "want", "Luke Skywalker (A)")
    _put_into_one_file(folder)


def write_files(folder: Path) -> None:
    """Writes the files that the calls read."""
    (folder / "lists" / "Fay").mkdir(parents=True)
    shutil.copy(EXAMPLES / "decks" / "rebels.dek", folder)
    shutil.copy(EXAMPLES / "decks" / "rebels.dek", folder / "lists" / "Fay" / "light.dek")
    shutil.copy(EXAMPLES / "decks" / "too-many-walkers.dek", folder / "walkers.dek")
    (folder / "deck.txt").write_text("4 Kouhun\n2 Boba Fett (A)\n", encoding="utf-8")
    (folder / "small.txt").write_text("2 Kouhun\n", encoding="utf-8")
    shutil.copy(CARDS, folder / "cards.csv")
    (folder / "season.csv").write_text("Player,Opponent,Result\nAda,Bo,2-0\n", encoding="utf-8")
    (folder / "rules.toml").write_text("points = [3, 1]\nbest = 2\n", encoding="utf-8")
    header = "Name,Side,Type,Cost,Rarity,Number\n"
    (folder / "first.csv").write_text(f"{header}One Bee,L,Character,3,R,1\n", encoding="utf-8")
    rows = "".join(f"{n},Kouhun,box {n}\n" for n in range(1, 40))
    (folder / "sheet.csv").write_text(f"Count,Name,Location\n{rows}", encoding="utf-8")


def _put_into_one_file(folder: Path) -> None:
    """Makes the database one file, which copies faster; all that was written is in it."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(folder / "x.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
