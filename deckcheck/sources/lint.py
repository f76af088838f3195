"""Card lists and card sources, checked for errors, with file, line and column."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from db.cards.bundled import has_keys, read_sets
from db.cards.bundled_games import BUNDLED
from db.language import gettext as _, joined
from db.paths import exists
from deckcheck.show.picked import picked
from deckcheck.show.wording import amount
from importers.card_lists import lint
from importers.card_lists.card_list import (
    CardList,
    CardListError,
    NotACardListError,
    parse_card_list,
    read_card_list,
)
from importers.card_lists.lint_columns import ListWords
from importers.card_lists.source_lint import lint_reading
from importers.sources import identify
from importers.sources.archives import FileTree, open_tree
from importers.sources.lackey import LIST_FILE, holds_no_cards, is_set_file
from importers.sources.source import ReadOptions
from importers.sources.source_errors import CardSourceError

_SUFFIXES = (".txt", ".tsv", ".txt#", ".tsv#")


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file with its findings, or the error that kept it from being read.

    `accepted` is the number of findings that are left out since they are known.
    """

    path: str
    cards: int = 0
    findings: tuple[lint.LintFinding, ...] = ()
    error: str | None = None
    accepted: int = 0

    @property
    def amiss(self) -> bool:
        """Whether there is more than mere information."""
        return any(finding.severity != lint.INFO for finding in self.findings)


@dataclass(frozen=True, slots=True)
class LintResult:
    """The files that were checked, and notes on files left out."""

    files: tuple[CheckedFile, ...]
    notes: tuple[str, ...] = ()

    @property
    def amiss(self) -> bool:
        """Whether there is more than mere information."""
        return any(one.amiss for one in self.files)

    @property
    def unreadable(self) -> bool:
        """Whether a file could not be read."""
        return any(one.error for one in self.files)

    @property
    def counts(self) -> Counter[str]:
        """The number of findings by severity."""
        return Counter(finding.severity for one in self.files for finding in one.findings)

    def lines(self) -> Iterator[str]:
        """Yields a line for each finding."""
        return (str(finding) for one in self.files for finding in one.findings)

    def summary(self) -> Iterator[str]:
        """Yields a line for each file that could not be read, and one with the sums."""
        yield from (_("deckcheck: {error}", error=one.error) for one in self.files if one.error)
        count = self.counts
        parts = [
            amount(count[lint.ERROR], "error"),
            amount(count[lint.WARNING], "warning"),
            amount(count[lint.INFO], "note"),
        ]
        if accepted := sum(one.accepted for one in self.files):
            parts.append(_("{accepted} accepted", accepted=accepted))
        read = [one for one in self.files if not one.error]
        if failed := len(self.files) - len(read):
            parts.append(_("{files} could not be read", files=amount(failed, "file")))
        if read:
            cards = amount(sum(one.cards for one in read), "card")
            yield f"{amount(len(read), 'file')}, {cards}: {joined(parts, ', ')}"

    def document(self) -> dict[str, Any]:
        """All findings, as in `deckcheck.lint/1`."""
        files = [
            {
                **picked(one, "path cards error accepted"),
                "findings": [
                    {**asdict(finding), "meaning": lint.CHECKS[finding.code].meaning}
                    for finding in one.findings
                ],
            }
            for one in self.files
        ]
        summary = {severity: self.counts[severity] for severity in (lint.ERROR, lint.WARNING, lint.INFO)}
        return {"schema": "deckcheck.lint/1", "counts": summary, "files": files}


def lint_paths(paths: Sequence[Path], accept: Path | None = None, *, texts: bool = False) -> LintResult:
    """Every card list of these files and folders, checked.

    Of a folder the lists in it are checked, and those in a folder `sets` below; a LackeyCCG plugin
    and what holds no card list are checked as the card source that they are. Findings that the file
    `accept` lists are left out. With `texts`, texts that may be about building decks are named.
    """
    words = bundled_words()
    checked: list[CheckedFile] = []
    notes: list[str] = []
    for path in paths:
        is_there = exists(path)
        if is_there and path.is_dir():
            checked += _checked_folder(path, words, notes, texts=texts)
        elif path.suffix.lower() in (".txt", ".tsv") or not is_there:
            try:
                checked.append(_checked(path, words, texts=texts))
            except CardListError as error:
                checked.append(CheckedFile(str(path), error=str(error)))
        else:
            checked += _checked_source(path, words, texts=texts)
    if accept is not None:
        return _without_accepted(checked, accept, notes)
    return LintResult(tuple(checked), tuple(notes))


def _checked_folder(folder: Path, words: ListWords, notes: list[str], *, texts: bool) -> list[CheckedFile]:
    below = {path.name.casefold(): path for path in sorted(folder.iterdir())}
    if LIST_FILE.casefold() in below:
        return [*_lock_files(folder), *_checked_source(folder, words, texts=texts)]
    result = list(_checked_lists(folder, words, notes, texts=texts))
    if "sets" in below and below["sets"].is_dir():
        result += _checked_lists(below["sets"], words, notes, texts=texts)
    return result or _checked_source(folder, words, texts=texts)


def _lock_files(folder: Path) -> list[CheckedFile]:
    """The lock files of a plugin and of its sets, which a release should not have."""
    result = [(path, lint.lint_file_name(str(path))) for path in sorted(folder.rglob(".~lock.*"))]
    return [CheckedFile(str(path), findings=(one,)) for path, one in result if one]


def _without_accepted(checked: Sequence[CheckedFile], path: Path, notes: Sequence[str]) -> LintResult:
    """The same files without the findings that a file of known ones accepts.

    A note says what that file accepts but nobody finds in these files any longer.
    """
    accepted = lint.read_accepted(path)
    left = []
    for one in checked:
        new = lint.new_findings(one.findings, accepted)
        left.append(replace(one, findings=new, accepted=len(one.findings) - len(new)))
    sets = {Path(one.path).name.partition(".")[0] for one in checked}
    stale = sum(count for key, count in accepted.items() if key[0] in sets)
    gone = (
        [
            _(
                "{path}: {accepted_findings} not found any longer",
                path=path,
                accepted_findings=amount(stale, "accepted finding"),
            )
        ]
        if stale
        else []
    )
    return LintResult(tuple(left), (*notes, *gone))


def _checked_source(path: Path, words: ListWords, *, texts: bool) -> list[CheckedFile]:
    """The files of a card source; those of a LackeyCCG plugin as the card lists that they are."""
    try:
        with open_tree(path) as tree:
            source = identify(tree)
            reading = source.read(tree, ReadOptions())
            findings = list(lint_reading(reading, texts=texts))
            alone = tree.names[0] if path.is_dir() and len(tree.names) == 1 else ""
            cards = Counter(card.place.file for card in reading.cards)
            files = dict.fromkeys(cards)
            if source.name == "lackey":
                lists = list(_card_lists(tree))
                files = dict.fromkeys(listed.path for listed in lists)
                cards = Counter({one.path: sum(line.is_card for line in one.lines) for one in lists})
                findings = _once(
                    findings, [f for one in lists for f in lint.lint_card_list(one, words, texts=texts)]
                )
    except CardSourceError as error:
        return [CheckedFile(str(path), error=str(error))]
    files |= dict.fromkeys(finding.path for finding in findings)
    by_file: dict[str, list[lint.LintFinding]] = {file: [] for file in files or [str(path)]}
    for finding in findings:
        by_file[finding.path].append(finding)
    checked = []
    for file, found in by_file.items():
        shown = _below(path, alone if alone and file == str(path) else file)
        findings = [replace(finding, path=shown) for finding in found]
        checked.append(CheckedFile(shown, cards[file], tuple(findings)))
    return checked


def _below(path: Path, file: str) -> str:
    """A file of a source as it is found from here."""
    inside = path / file
    return str(inside) if path.is_dir() and inside.exists() else file


def _card_lists(tree: FileTree) -> Iterator[CardList]:
    """The set files of a plugin, also those that its list does not name; no files of help."""
    for name in tree.names:
        if is_set_file(name):
            with suppress(CardListError):  # the reading has those that it needs among its problems
                listed = parse_card_list(tree.read(name), tree.shown(name))
                if not holds_no_cards(listed):
                    yield listed


def _once(general: list[lint.LintFinding], close: list[lint.LintFinding]) -> list[lint.LintFinding]:
    """The findings of both checks by file and line, each slip once.

    Why a row cannot be imported is often what the closer look calls an error, or a mere note.
    """
    told = {(finding.path, finding.line, finding.code) for finding in close}
    wrong = {(f.path, f.line, f.column) for f in close if f.severity == lint.ERROR}
    general = [
        finding
        for finding in general
        if (finding.path, finding.line, finding.code) not in told
        and (finding.path, finding.line, finding.column) not in wrong
    ]
    places = {(f.path, f.line, f.column) for f in general if f.severity == lint.ERROR}
    close = [
        finding
        for finding in close
        if finding.severity != lint.INFO or (finding.path, finding.line, finding.column) not in places
    ]
    return sorted([*general, *close], key=lambda finding: (finding.path, finding.line))


def bundled_words() -> ListWords:
    """The words of the bundled card lists, to compare those of other lists with.

    Games whose cards have keys come from other sources than card lists; their names would only
    make words look misspelt that are not.
    """
    lists = [
        read_card_list(game.folder / f"{row['code']}.tsv")
        for game in BUNDLED
        if not has_keys(game)
        for row in read_sets(game)
    ]
    return lint.list_words(lists)


def _checked_lists(folder: Path, words: ListWords, notes: list[str], *, texts: bool) -> Iterator[CheckedFile]:
    for path in sorted(folder.iterdir()):
        if path.suffix not in _SUFFIXES or not path.is_file():
            continue
        try:
            yield _checked(path, words, texts=texts)
        except NotACardListError:
            notes.append(_("{path}: no card list, left out", path=path))
        except CardListError as error:
            yield CheckedFile(str(path), error=str(error))


def _checked(path: Path, words: ListWords, *, texts: bool) -> CheckedFile:
    if by_name := lint.lint_file_name(str(path)):
        return CheckedFile(str(path), findings=(by_name,))
    cards = read_card_list(path)
    amount = sum(line.is_card for line in cards.lines)
    return CheckedFile(str(path), amount, lint.lint_card_list(cards, words, texts=texts))
