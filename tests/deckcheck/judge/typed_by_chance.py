"""Typed lists written by chance: forty switches for all that people do to a list."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

COUNTS = (
    "{n} {x}",
    "{n}x {x}",
    "{n} x {x}",
    "x{n} {x}",
    "({n}) {x}",
    "[{n}] {x}",
    "[{n}x] {x}",
    "{n} - {x}",
    "{n}\u00d7 {x}",
    "{n}\t{x}",
    "{n} ks {x}",
    "{n} szt. {x}",
    "{n} db {x}",
    "{n} St\u00fcck {x}",
    "{n}: {x}",
    "{n}-of {x}",
    "{w} {x}",
    "{t} {x}",
    "{x} x{n}",
    "{x} {n}",
    "{x} ..... {n}",
    "{x}: {n}",
    "{x} - {n}",
    "{x} ({n})",
    "{x} (x{n})",
    "{x}\t{n}",
    "{x} \u2013 {n}x",
    "{x}, {n}",
    "{x} {n} ks",
    "{x} [{n}]",
    "{x} {t}",
    "| {n} | {x} |",
    "**{n}** {x}",
    "[b]{n}[/b] {x}",
    "<b>{n}</b> {x}",
    "{n} *{x}*",
)
MARKS = ("", "- ", "* ", "\u2022 ", "> ", "> > ", "- [ ] ", "\u2013 ", "  ", "a) ")
TITLES = ("", "Qwyjibo Zzyzx Brouhaha", "Deck: Qwyjibo", "My deck:", "Title: Zzyzx 2004", "=== Deck: Qwy ===")
ABOUT = (
    "",
    "by Qwyjibo",
    "Author: Jan Nov\u00e1k",
    "2004-05-12",
    "12. 5. 2004",
    "https://example.org/deck/1",
    "Autor: Zdena",
    "May 12th, 2004",
    "jan@example.org",
)
TYPES = {
    "swtcg": (
        "Characters",
        "Space",
        "Vesm\u00edr",
        "Pozemn\u00ed jednotky",
        "Postavy",
        "Postacie",
        "Kosmos",
        "Karakterek",
        "\u0170rhaj\u00f3k",
        "Raumschiffe",
        "Bodeneinheiten",
        "Personnages",
        "Naves",
        "Battaglie",
        "Other",
        "Misc",
        "Rest",
        "Ostatn\u00ed",
        "Space/Ground",
        "Mise",
        "Light Side",
    ),
    "destiny": ("Upgrades", "Supports", "Events", "Vylep\u0161en\u00ed", "Ereignisse", "Other"),
    "stargate": ("Events", "Other", "Ostatn\u00ed"),
    "swlcg": ("Other", "Rest", "Objective sets"),
}
HEADINGS = (
    "{h}",
    "{h}:",
    "{h} ({n})",
    "{h} - {n}",
    "{h} x{n}",
    "=== {h} ===",
    "**{h}** {n}",
    "## {h}",
    "{h}: {n}",
    "[b]{h}[/b]",
    "-- {h} --",
    "{h} ({n} ks)",
    "{n} {h}",
    "{h} \u2026 {n}",
)
TOTALS = (
    "",
    "Total: {n}",
    "{n} cards",
    "= {n}",
    "Celkem: {n}",
    "Celkem {n} karet",
    "Razem: {n}",
    "\u00d6sszesen: {n} lap",
    "Gesamt: {n}",
    "**Total:** {n}",
    "Suma: {n}",
)
BEHIND = ("", "", "  // maybe", " # cut?", " ; hm", " -- as Jan says")
WORDS = {1: "One", 2: "zwei", 3: "t\u0159i", 4: "Four"}
SWITCHES = (
    "author",
    "date",
    "entities",
    "wide blanks",
    "soft hyphens",
    "curly quotes",
    "dashes",
    "upper",
    "lower",
    "full width",
    "columns",
    "two lines",
    "comments",
    "struck",
    "maybe",
    "blank lines",
    "dividers",
    "crlf",
    "numbers",
    "foil",
    "square versions",
    "bare versions",
    "comma versions",
    "trailing blanks",
    "mixed counts",
    "no accents",
)


class Entry(NamedTuple):
    """Copies of a card in a zone."""

    quantity: int
    name: str
    zone: str


class ListWriter:
    """Writes entries as a person might; which person, the seed says."""

    def __init__(self, game: str, seed: int) -> None:
        self._game = game
        self._chance = Random(seed)
        self._on = {one for one in SWITCHES if self._chance.random() < 0.2}
        self._counts = [self._one(COUNTS)]
        if "mixed counts" in self._on:
            self._counts = list(COUNTS)
        self._mark = self._one(MARKS)
        self._heading = self._one(HEADINGS)
        self._behind = self._one(BEHIND)

    def _one(self, every: Sequence[str]) -> str:
        return self._chance.choice(every)

    def text(self, zones: Mapping[str, Sequence[Entry]]) -> str:
        """The text of a list; entries of the main zone, the first, may come under types."""
        rows = [row for row in (self._one(TITLES), self._one(ABOUT)) if row]
        if rows and "blank lines" in self._on:
            rows.append("")
        first = next(iter(zones))
        for zone, entries in zones.items():
            rows += [f"{zone}:"] if zone != first else []
            rows += self._parts(entries) if zone == first else self._entries(entries)
            if zone == first and len(zones) == 1:
                number = sum(one.quantity for one in entries)
                rows.append(self._one(TOTALS).format(n=number))
        if "struck" in self._on:
            rows.append("~~4 Qwyjibo~~")
        if "comments" in self._on:
            rows[len(rows) // 2 : len(rows) // 2] = ["# so far", "// and on", "; so"]
        end = "\r\n" if "crlf" in self._on else "\n"
        blanks = "  " if "trailing blanks" in self._on else ""
        return "".join(f"{self._spelt(row)}{blanks}{end}" for row in rows)

    def _parts(self, entries: Sequence[Entry]) -> Iterator[str]:
        """The rows of the entries, perhaps in parts under headings."""
        size = self._chance.choice((len(entries), 5, 8))
        for start in range(0, len(entries), size):
            part = entries[start : start + size]
            if size < len(entries):
                number = sum(one.quantity for one in part)
                if "blank lines" in self._on:
                    yield ""
                yield self._heading.format(h=self._one(TYPES[self._game]), n=number)
                if "dividers" in self._on:
                    yield "--------"
            yield from self._entries(part)

    def _entries(self, entries: Sequence[Entry]) -> Iterator[str]:
        rows: list[str] = []
        for number, entry in enumerate(entries, 1):
            rows.append(self._row(entry, number))
        if "columns" in self._on and self._mark == "" and self._behind == "":
            plain = [f"{one.quantity} {one.name}" for one in entries]
            rows = ["     ".join(plain[n : n + 2]) for n in range(0, len(plain), 2)]
        yield from rows

    def _row(self, entry: Entry, number: int) -> str:
        name = self._versioned(entry.name)
        form = self._one(self._counts)
        is_like_a_number = form == "{x} {n}" and entry.name[-3:-1].isupper()  # Name (PW) 3
        if is_like_a_number or (form.startswith("|") and self._mark == "a) "):
            form = COUNTS[0]
        mark = self._mark
        if "numbers" in self._on and len(self._counts) == 1 and form in COUNTS[:3]:
            mark = f"{number}) "
        row = form.format(
            n=entry.quantity,
            x=name,
            w=WORDS.get(entry.quantity, str(entry.quantity)),
            t="I" * entry.quantity if entry.quantity < 5 else str(entry.quantity),
        )
        if "two lines" in self._on and name.endswith(")") and row.endswith(name) and "foil" not in name:
            head, _, version = row.rpartition(" (")
            return f"{mark}{head}\n({version}"
        behind = "" if form.startswith("|") else self._behind
        return f"{mark}{row}{behind}"

    def _versioned(self, name: str) -> str:
        base, open_, version = name.rpartition(" (")
        if not open_ or len(version) > 3:
            return f"{name} (foil)" if "foil" in self._on and ")" not in name else name
        version = version.rstrip(")")
        if "square versions" in self._on and version[1:].isdecimal() == (len(version) > 1):
            return f"{base} [{version}]"
        if "bare versions" in self._on and not version[-1].isdigit():
            return f"{base} {version}"
        if "comma versions" in self._on and "," not in base and not version[-1].isdigit():
            return f"{base}, {version}"
        return name

    def _spelt(self, row: str) -> str:
        on = self._on
        row = row.upper() if "upper" in on and "<" not in row and "&" not in row else row
        row = row.replace("'", "\u2019") if "curly quotes" in on else row
        row = row.replace("'", "&#039;") if "entities" in on else row
        row = (
            row.replace("-", "\u2011")
            if "dashes" in on and "--" not in row and "[ ]" not in row and not row.startswith("- ")
            else row
        )
        if "wide blanks" in on and "     " not in row:
            row = row.replace(" ", "\u00a0")
        if "soft hyphens" in on and "&" not in row and len(row) > 6:
            row = f"{row[:-3]}\u00ad{row[-3:]}"
        if "full width" in on:
            row = "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in row)
        return row
