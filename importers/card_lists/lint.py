"""Checking a card list: every error and oddity with its line, column, and what was expected.

Nothing is changed here, and no error keeps a list from being read. `CHECKS` lists every code: an
"info" is only a remark, a "warning" may well be wrong, and an "error" misleads who reads the list.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from db.imports.heard_texts import heard_in
from importers.card_lists.card_list import CardLine, CardList
from importers.card_lists.lint_columns import ListWords, Slip, column_slips, known_words, words_of
from importers.card_lists.lint_list import list_slips

ERROR, WARNING, INFO = "error", "warning", "info"


@dataclass(frozen=True, slots=True)
class Check:
    """A check: the severity of its findings, and their meaning."""

    severity: str
    meaning: str


CHECKS: Mapping[str, Check] = {
    "arena-missing": Check(ERROR, "a Location, Equipment or Subordinate does not say its arena"),
    "arena-spelling": Check(WARNING, "arenas in another order or case"),
    "arena-superfluous": Check(WARNING, "a unit's subtype begins with an arena"),
    "blank-line": Check(INFO, "a line without anything"),
    "byte-order-mark": Check(INFO, "the file begins with a byte-order mark"),
    "column-missing": Check(WARNING, "the header lacks a column"),
    "column-unknown": Check(INFO, "the header names a column that is not known"),
    "concatenation": Check(WARNING, "several sets in one file"),
    "control-character": Check(ERROR, "a character that no text holds"),
    "csv-quoting": Check(WARNING, "a spreadsheet put quotation marks around the field"),
    "doubled-blank": Check(WARNING, "two blanks in a row"),
    "deck-text": Check(INFO, "the card's text may be about building decks"),
    "encoding": Check(WARNING, "the line is not UTF-8"),
    "image-doubled": Check(ERROR, "two lines with one image key"),
    "image-missing": Check(INFO, "no image key"),
    "line-ends": Check(INFO, "mixed or old line ends"),
    "lock-file": Check(WARNING, "a spreadsheet's lock file, no card list"),
    "marker": Check(INFO, "a ban or restriction"),
    "marker-conflict": Check(WARNING, "banned and restricted in the same format"),
    "marker-unknown": Check(ERROR, "looks like a ban or restriction, but is none"),
    "marker-unusual": Check(WARNING, "a ban or restriction in another form, or without a format"),
    "name-blank": Check(WARNING, "a blank missing or superfluous in a name"),
    "name-case": Check(WARNING, "a version or reprint mark in the wrong case"),
    "name-doubled": Check(ERROR, "two lines with one name"),
    "name-missing": Check(ERROR, "a line with facts, but without a name"),
    "name-misspelt": Check(INFO, "a rare word that is one letter from a common one"),
    "name-order": Check(WARNING, "the reprint mark before the version"),
    "name-parentheses": Check(ERROR, "a version or reprint mark without parentheses"),
    "name-set-code": Check(INFO, "a set code in the name, which makes it another card"),
    "name-suffix": Check(INFO, "neither version nor reprint mark"),
    "name-unbalanced": Check(ERROR, "a parenthesis without its other half"),
    "no-card": Check(INFO, "a help entry"),
    "number-decimal": Check(WARNING, "a collector number with decimals"),
    "number-doubled": Check(WARNING, "two cards with one collector number"),
    "number-gap": Check(WARNING, "collector numbers that no card has"),
    "number-missing": Check(INFO, "no collector number"),
    "number-unknown": Check(WARNING, "a collector number that is none"),
    "odd-blank": Check(WARNING, "a blank that looks like another"),
    "rarity-missing": Check(INFO, "no rarity"),
    "rarity-unknown": Check(ERROR, "a rarity that is not known"),
    "reprint-differs": Check(WARNING, "a reprint disagrees with its card"),
    "reprint-tags": Check(INFO, "a reprint has other tags than its card"),
    "row-ragged": Check(ERROR, "more fields than the header names"),
    "row-short": Check(INFO, "fewer fields than the header names"),
    "row-tab": Check(INFO, "a tab at the end of the line"),
    "set-mismatch": Check(WARNING, "another set than the file is called"),
    "side-missing": Check(ERROR, "no side"),
    "side-unknown": Check(ERROR, "a side that is not known"),
    "speed-unusual": Check(WARNING, "a speed that is no multiple of ten"),
    "stat-decimal": Check(WARNING, "a number with decimals"),
    "stat-missing": Check(WARNING, "a number that cards of the type have is missing"),
    "stat-superfluous": Check(WARNING, "a number that cards of the type do not have"),
    "stat-unknown": Check(ERROR, "neither a number nor X or *"),
    "stray-blank": Check(WARNING, "a blank at the beginning or end"),
    "subtype-character": Check(WARNING, "a character that no subtype holds"),
    "subtype-dash": Check(WARNING, "dashes or blanks between groups missing or doubled"),
    "subtype-missing": Check(WARNING, "a unit without a subtype"),
    "subtype-misspelt": Check(WARNING, "a rare word that is one letter from a common one"),
    "subtype-superfluous": Check(WARNING, "a subtype for a type that has none"),
    "tag-doubled": Check(INFO, "a tag twice"),
    "tag-separator": Check(INFO, "tags joined in an unusual way"),
    "tag-unknown": Check(WARNING, "a tag that is not known"),
    "type-missing": Check(ERROR, "no type"),
    "type-spelling": Check(WARNING, "a type in another spelling"),
    "type-unknown": Check(ERROR, "a type that is not known"),
    "typographic-dash": Check(WARNING, "a dash that is no hyphen"),
    "typographic-quote": Check(INFO, "a typographic quotation mark"),
}


@dataclass(frozen=True, slots=True)
class LintFinding:
    """An error in a card list, with its place; `line` 1 is the header or the whole list.

    Where nothing is `expected`, `found` describes the error.
    """

    path: str
    line: int
    column: str | None
    code: str
    severity: str
    found: str
    expected: str
    name: str | None = None

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:" + (f" {self.column}:" if self.column else "")
        card = f" ({self.name})" if self.name and self.column != "name" else ""
        what = f"found {self.found}, expected {self.expected}" if self.expected else self.found
        return f"{place} {self.severity} {self.code}: {what}{card}"


def lint_card_list(
    cards: CardList, words: ListWords | None = None, *, texts: bool = False
) -> tuple[LintFinding, ...]:
    """The findings in a card list, line by line.

    `words` are those of lists that are known to be good; without them no misspelling is found. With
    `texts`, card texts that may be about building decks are named.
    """
    words = words or ListWords()
    result: list[tuple[CardLine | None, Slip]] = list(list_slips(cards))
    if any(slip.code == "concatenation" for _, slip in result):
        # Its lines are those of other files, and would be told twice.
        return tuple(_finding(cards.path, line, slip) for line, slip in result)
    result += [(line, slip) for line in cards.lines for slip in column_slips(line, cards.form, words)]
    if texts:
        result += [(line, slip) for line in cards.lines for slip in text_slips(line.get("text"))]
    result.sort(key=lambda placed: placed[0].line if placed[0] else 1)
    return tuple(_finding(cards.path, line, slip) for line, slip in result)


def text_slips(text: str) -> Iterator[Slip]:
    """Yields the phrases of a card's text that may be about building decks.

    >>> [slip.found for slip in text_slips("It may be put into any deck. Draw a card.")]
    ["'may be put into any deck'"]
    """
    for phrase in heard_in(text):
        yield Slip("deck-text", "text", repr(phrase), "")


def lint_file_name(path: str) -> LintFinding | None:
    """The finding for the name of a file, None for a good one: lock files of spreadsheet programs.

    >>> lint_file_name("sets/.~lock.PM.txt#").code
    'lock-file'
    """
    if not PurePath(path).name.startswith(".~lock."):
        return None
    return _finding(path, None, Slip("lock-file", None, "a lock file", "no such file in a release"))


def list_words(lists: Iterable[CardList], sets: Iterable[str] = ()) -> ListWords:
    """The words of card lists that are known to be good, to compare others with."""
    traits: Counter[str] = Counter()
    names: Counter[str] = Counter()
    codes = set(sets)
    for cards in lists:
        codes.add(cards.set_code)
        for line in cards.lines:
            traits.update(words_of(line.get("subtype")))
            names.update(words_of(line.get("name")))
    return ListWords(known_words(traits), known_words(names), frozenset(codes))


def _finding(path: str, line: CardLine | None, slip: Slip) -> LintFinding:
    return LintFinding(
        path,
        line.line if line else 1,
        slip.column,
        slip.code,
        CHECKS[slip.code].severity,
        slip.found,
        slip.expected,
        (line.get("name") or None) if line else None,
    )
