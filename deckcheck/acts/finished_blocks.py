"""The finished blocks of a matrix in a file beside its own, from which a stopped run goes on."""

import json
import os
from collections.abc import Mapping
from errno import ENOSPC
from hashlib import sha256
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from db.language import gettext as _
from deckcheck.errors import BlocksFileError
from deckcheck.simulators.matrix import Block, Sums

_DIGITS = 16
"""The length of the checksum with which a line begins."""


def blocks_path(out: Path) -> Path:
    """The file of finished blocks beside the file of a matrix."""
    return out.with_name(f"{out.name}.blocks")


class FinishedBlocks:
    """A file to which finished blocks are only added, a line each, with its checksum.

    Its first line says what the blocks are of. A line that does not fit its checksum is left out:
    the last one of a run that was killed, or a damaged one; its block is played again.
    """

    def __init__(self, path: Path, *, resume: bool = False, force: bool = False) -> None:
        self.path = path
        self.known: dict[Block, list[Sums]] = {}
        self.made_of: Mapping[str, Any] = {}
        self._file: FileIO | None = None
        try:
            self._lines = path.read_bytes().split(b"\n") if path.exists() else []
        except OSError as error:
            raise BlocksFileError(path, error.strerror or str(error)) from None
        for line in filter(None, self._lines):
            self._read(line)
        if self.known and not resume and not force:
            advice = _("it has finished blocks; --resume goes on from them, --force begins anew")
            raise BlocksFileError(path, advice)
        if not resume or not self.made_of:  # blocks of nobody knows what are none
            self.known, self.made_of = {}, {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Closes the file, and removes it where all is done."""
        if self._file is not None:
            self._file.close()
            if error is None:
                self.path.unlink(missing_ok=True)

    @property
    def seed(self) -> int | None:
        """The seed of the blocks; None where there are none yet."""
        return self.made_of.get("seed")

    def begin(self, made_of: Mapping[str, Any]) -> None:
        """Goes on with the file where it is of the same, or begins it.

        Raises `BlocksFileError` for blocks of something else, and where it cannot be written.
        """
        for name, value in made_of.items() if self.made_of else ():
            self._check(name, value, self.made_of.get(name))
        try:
            self._file = self.path.open("ab" if self.made_of else "wb", buffering=0)
        except OSError as error:
            raise BlocksFileError(self.path, error.strerror or str(error)) from None
        if not self.made_of:
            self._write(dict(made_of))
        elif self._lines[-1]:
            self._append(b"\n")  # what is torn stays a line of its own

    def add(self, block: Block, sums: list[Sums]) -> None:
        """Adds a block."""
        self._write([*block, sums])

    def _check(self, name: str, own: object, other: object) -> None:
        if own == other:
            return
        if name == "decks":
            advice = _("its blocks are of other decks; without --resume, --force begins anew")
            raise BlocksFileError(self.path, advice)
        raise BlocksFileError(
            self.path,
            _(
                "its blocks are of {name} {other}, not {own}; without --resume, --force begins anew",
                name=name,
                other=other,
                own=own,
            ),
        )

    def _read(self, line: bytes) -> None:
        checksum, _space, text = line.partition(b" ")
        if checksum != _checksum(text):
            return
        value = json.loads(text)
        if isinstance(value, dict):
            self.made_of = value
        else:
            *place, sums = value
            self.known[Block(*place)] = [tuple(seat) for seat in sums]

    def _write(self, value: object) -> None:
        text = json.dumps(value, separators=(",", ":")).encode()
        self._append(_checksum(text) + b" " + text + b"\n")

    def _append(self, data: bytes) -> None:
        try:
            written = len(data) if self._file is None else self._file.write(data)
        except OSError as error:
            raise BlocksFileError(self.path, error.strerror or str(error)) from None
        if written != len(data):
            raise BlocksFileError(self.path, os.strerror(ENOSPC))


def _checksum(text: bytes) -> bytes:
    return sha256(text).hexdigest()[:_DIGITS].encode()
