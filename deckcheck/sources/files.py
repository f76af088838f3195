"""The files of a source as they are now: of a folder, an archive, an address or a site."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from db.imports.sources import SourceState
from importers.sources.archives import FileTree, open_tree
from importers.sources.fetching import Fetched, Fetcher, Validators
from importers.sources.lackey_update import fetch_wanted, parse_update_list
from importers.sources.source import CardSource
from importers.sources.source_errors import ChecksumError


@dataclass(frozen=True, slots=True)
class SourceFiles:
    """The files of a source, with the marks of this version of them.

    `tree` is None where they are still those that were imported; `wrong` are files that are not as
    their list says.
    """

    tree: FileTree | None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None
    wrong: tuple[ChecksumError, ...] = ()


def is_url(address: str) -> bool:
    """Whether an address is one of the network, and no path.

    >>> is_url("https://example.org/cards.json"), is_url("plugins/starwars")
    (True, False)
    """
    return "://" in address


def urls_of(source: CardSource, address: str) -> tuple[str, ...]:
    """The addresses to ask for news: for a site, those of its parts."""
    if source.parts and urlsplit(address).path.endswith("/"):
        return tuple(urljoin(address, part) for part in source.parts)
    return (address,)


@contextmanager
def source_files(fetcher: Fetcher, source: CardSource, state: SourceState) -> Iterator[SourceFiles]:
    """The context with the files at the address of a source."""
    address = state.address or ""
    if not is_url(address):
        with open_tree(Path(address)) as tree:
            yield _if_new(SourceFiles(tree, digest=_digest(tree)), state)
    elif len(urls_of(source, address)) > 1:
        yield _if_new(_parts(fetcher, source, state), state)
    else:
        known = Validators(state.etag, state.last_modified)
        fetched = fetcher.fetch(address, known)
        validators = fetched.validators
        if (fetched.unchanged and known) or fetched.path is None:
            yield SourceFiles(None, validators.etag, validators.last_modified, state.digest)
            return
        digest = hashlib.sha256(fetched.path.read_bytes()).hexdigest()[:32]
        files = SourceFiles(None, validators.etag, validators.last_modified, digest)
        if digest == state.digest:
            yield files
            return
        with _opened(fetcher, source, address, fetched.path) as (tree, wrong):
            yield replace(files, tree=tree, wrong=wrong)


@contextmanager
def _opened(
    fetcher: Fetcher, source: CardSource, address: str, path: Path
) -> Iterator[tuple[FileTree, tuple[ChecksumError, ...]]]:
    """The files behind an address: those of an update list, of an archive, or the one."""
    name = name_of(address)
    with open_tree(path, address, name) as tree:
        if source.name != "lackey" or source.claims(tree):
            yield tree, ()
            return
    listed = parse_update_list(path.read_bytes(), address)
    wanted = fetch_wanted(fetcher, listed, address)
    yield wanted.tree, wanted.wrong


def name_of(address: str) -> str:
    """The name of the file at an address.

    >>> name_of("https://example.org/static/cards.json?v=2")
    'cards.json'
    """
    return urlsplit(address).path.rpartition("/")[2] or "index"


def _parts(fetcher: Fetcher, source: CardSource, state: SourceState) -> SourceFiles:
    """The files of a site; what the server told of each is kept line by line."""
    urls = urls_of(source, state.address or "")
    etags, days = _lines(state.etag, len(urls)), _lines(state.last_modified, len(urls))
    known = [Validators(etag, day) for etag, day in zip(etags, days, strict=True)]
    fetched = [fetcher.fetch(url, one) for url, one in zip(urls, known, strict=True)]
    validators = [one.validators for one in fetched]
    files = SourceFiles(
        None,
        "\n".join(one.etag or "" for one in validators),
        "\n".join(one.last_modified or "" for one in validators),
        state.digest,
    )
    if all(one.unchanged for one in fetched) and all(known):
        return files
    paths = {name: _path(fetcher, one) for name, one in zip(source.parts.values(), fetched, strict=True)}
    sizes = {name: path.stat().st_size for name, path in paths.items()}
    tree = FileTree(state.address or "", sizes, lambda name: paths[name].read_bytes())
    return replace(files, tree=tree, digest=_digest(tree))


def _path(fetcher: Fetcher, fetched: Fetched) -> Path:
    """Where a part is; one that is unchanged, but no longer kept, is fetched again."""
    return fetched.path or fetcher.fetch(fetched.url, anew=True).path or Path()


def _lines(text: str | None, count: int) -> list[str | None]:
    lines = (text or "").split("\n") + [""] * count
    return [line or None for line in lines[:count]]


def _if_new(files: SourceFiles, state: SourceState) -> SourceFiles:
    return replace(files, tree=None) if files.digest == state.digest else files


def _digest(tree: FileTree) -> str:
    digest = hashlib.sha256()
    for name in sorted(tree.names):
        digest.update(name.encode() + b"\0" + tree.read(name) + b"\0")
    return digest.hexdigest()[:32]
