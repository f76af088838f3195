"""Folders and archives, also those that want to reach out of their folder or to burst."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from importers.sources import archives
from importers.sources.archives import checked_path, open_tree
from importers.sources.source_errors import (
    ForbiddenPathError,
    MalformedSourceError,
    SourceLimitError,
    UnreadableSourceError,
)
from tests.importers.sources.made_up import zipped


def test_only_files_that_may_hold_cards_are_seen(tmp_path: Path) -> None:
    for name in ("sets/A.txt", "images/A.jpg", "b.json", ".git/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    with open_tree(tmp_path) as tree:
        assert set(tree.names) == {"sets/A.txt", "b.json"}


@pytest.mark.parametrize(
    "name", ["../x.txt", "/etc/x.txt", "a/../../x.txt", "C:/x.txt", "a\\..\\x.txt", "c:x.txt", "a\x01.txt"]
)
def test_paths_that_leave_are_refused_by_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("x")
        info.filename = name
        archive.writestr(info, b"x")
    with pytest.raises(ForbiddenPathError) as error, open_tree(path):
        pass
    assert repr(name) in str(error.value)


@pytest.mark.parametrize("path", ["", ".", "a/..", "a\nb"])
def test_odd_paths_are_refused(path: str) -> None:
    with pytest.raises(ForbiddenPathError):
        checked_path(path, "list")


def test_a_link_in_an_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("sets/A.txt")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, b"/etc/passwd")
    with pytest.raises(ForbiddenPathError, match="is a link"), open_tree(path):
        pass


def test_a_link_out_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_bytes(b"x")
    (tmp_path / "plugin").mkdir()
    (tmp_path / "plugin" / "A.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(ForbiddenPathError, match=r"A\.txt.*link"), open_tree(tmp_path / "plugin"):
        pass


def test_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.zip"
    path.write_bytes(zipped({f"{n}.txt": b"\0" * 2_000_000 for n in range(4)}))
    monkeypatch.setattr(archives, "MAX_TOTAL", 5_000_000)
    with pytest.raises(SourceLimitError, match=r"bomb\.zip: refused, 8,000,000 bytes"), open_tree(path):
        pass
    monkeypatch.setattr(archives, "MAX_FILES", 3)
    with pytest.raises(SourceLimitError, match="4 files"), open_tree(path):
        pass


def test_a_file_that_lies_about_its_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped({"a.txt": b"\0" * 1_000_000})
    size = (1_000_000).to_bytes(4, "little")
    path = tmp_path / "liar.zip"
    path.write_bytes(data.replace(size, (10).to_bytes(4, "little")))
    monkeypatch.setattr(archives, "MAX_FILE", 1000)
    with open_tree(path) as tree, pytest.raises((SourceLimitError, MalformedSourceError), match=r"liar\.zip"):
        tree.read("a.txt")


def test_a_large_file_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 2000)
    monkeypatch.setattr(archives, "MAX_FILE", 1000)
    with open_tree(tmp_path / "a.txt") as tree, pytest.raises(SourceLimitError, match="2,000"):
        tree.read("a.txt")


def test_broken_and_missing(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSourceError, match="nothing"), open_tree(tmp_path / "nothing"):
        pass
    data = bytearray(zipped({"a.txt": b"hello " * 100}))
    data[40] ^= 0xFF
    (tmp_path / "bad.zip").write_bytes(bytes(data))
    with (
        open_tree(tmp_path / "bad.zip") as tree,
        pytest.raises(MalformedSourceError, match=r"a\.txt is broken"),
    ):
        tree.read("a.txt")


def test_an_encrypted_archive_is_told(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.txt", b"x")
    raw = bytearray(data.getvalue())
    place = raw.find(b"PK\x01\x02")
    raw[place + 8] |= 1
    (tmp_path / "locked.zip").write_bytes(bytes(raw))
    with pytest.raises(MalformedSourceError, match="encrypted"), open_tree(tmp_path / "locked.zip"):
        pass
