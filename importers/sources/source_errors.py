"""The errors of reading card sources, from files and over the network."""

from collections.abc import Sequence

from db.errors import DeckcheckError
from db.language import filled, gettext as _, joined
from db.texts import printable_line
from importers.errors import DeckFileError


class CardSourceError(DeckcheckError):
    """A card source cannot be read."""


class UnknownSourceError(CardSourceError):
    """No source has this name, or no reader recognises the files."""

    def __init__(self, what: str, text: str, known: Sequence[str]) -> None:
        super().__init__(_("{what}: {text}. Known: {known}."), what=what, text=text, known=", ".join(known))


class UnreadableSourceError(CardSourceError):
    """A file or folder cannot be opened."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")


class NothingReadError(CardSourceError):
    """There are files, but no card in them."""

    def __init__(self, path: str, kind: str) -> None:
        super().__init__(
            _(
                "{path}: no cards found, read as {kind}; nothing was changed. --as chooses another "
                "kind of source, --map says what columns mean"
            ),
            path=path,
            kind=kind,
        )


class MalformedSourceError(CardSourceError):
    """A file of a source is broken, or not of the expected kind."""

    def __init__(self, path: str, message: str, line: int = 0) -> None:
        super().__init__(f"{path}{f':{line}' if line else ''}: {message}")


class SourceTableError(CardSourceError):
    """A table of cards is broken, encrypted or too large."""

    def __init__(self, error: DeckFileError) -> None:
        super().__init__(str(error))


class ForbiddenPathError(CardSourceError):
    """A list or archive names a path that leaves its folder, is absolute, or is a link."""

    def __init__(self, source: str, path: str, why: str) -> None:
        super().__init__(
            _("{source}: refused, since {path!r} {why}; paths inside of its own folder are expected"),
            source=source,
            path=path,
            why=why,
        )


class SourceLimitError(CardSourceError):
    """A source is larger than any card data is."""

    def __init__(self, path: str, text: str, limit: str) -> None:
        super().__init__(
            _("{path}: refused, {text}, at most {limit} expected"), path=path, text=text, limit=limit
        )


class FetchError(CardSourceError):
    """Something could not be fetched over the network."""


class OfflineError(FetchError):
    """Something is needed from the network, but it may not be used."""

    def __init__(self, url: str) -> None:
        super().__init__(
            _("{url}: not fetched before, and the network may not be used. Leave out --offline."), url=url
        )


class NoConnectionError(FetchError):
    """The server cannot be reached or breaks off, also after several tries."""

    def __init__(self, url: str, why: str, tries: int) -> None:
        super().__init__(
            _("{url}: {why}, tried {tries} times. Try again later; nothing was changed"),
            url=url,
            why=why,
            tries=tries,
        )


class RefusedByServerError(FetchError):
    """The server answers with an error."""

    def __init__(self, url: str, status: int, reason: str, advice: str = "") -> None:
        self.status = status
        answer = f"{status} {printable_line(reason)[:100]}".strip()
        super().__init__(
            _("{url}: the server answered {answer}. {advice}"),
            url=url,
            answer=answer,
            advice=advice or _("Check the address."),
        )


class RedirectError(FetchError):
    """The server redirects in circles, or to an address that is not allowed."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"{url}: {why}")


class ForbiddenAddressError(FetchError):
    """An address has another scheme or host than the source itself."""

    def __init__(self, source: str, url: str, why: str) -> None:
        super().__init__(_("{source}: refused, since {url!r} {why}"), source=source, url=url, why=why)


class TooLargeError(FetchError):
    """The server sends more than is expected there."""

    def __init__(self, url: str, limit: int) -> None:
        super().__init__(
            _("{url}: refused, more than the {limit:,} bytes that are expected at most"), url=url, limit=limit
        )


class TooSlowError(FetchError):
    """A server takes longer for a file, or for all files, than it may."""

    def __init__(self, url: str, seconds: float, received: int, *, of_all: bool = False) -> None:
        what = _("all files together") if of_all else _("one file")
        super().__init__(
            _(
                "{url}: given up after the {seconds:,.0f} seconds that {what} may take; {received:,} "
                "bytes of it came. Nothing was changed; --max-time allows more"
            ),
            url=url,
            seconds=seconds,
            what=what,
            received=received,
        )


class UnaskedEncodingError(FetchError):
    """The server sends data compressed in another way than was asked for, or more than once."""

    def __init__(self, url: str, text: str) -> None:
        super().__init__(
            _("{url}: refused, what comes is packed as {text!r}, expected gzip once at most"),
            url=url,
            text=text[:60],
        )


class WebPageError(FetchError):
    """A web page came instead of data."""

    def __init__(self, url: str, title: str) -> None:
        came = _("{url}: a web page came, expected card data.")
        if title:
            came = _("{url}: a web page came ({title}), expected card data.")
        advice = _("A network that wants a login answers so; open a browser, log in and try again.")
        super().__init__(joined((filled(came, {"url": url, "title": printable_line(title)}), advice), " "))


class ChecksumError(FetchError):
    """A file has another checksum than its list states; `listed` is its path there."""

    def __init__(self, url: str, number: int, expected: int, listed: str = "") -> None:
        self.url = url
        self.listed = listed
        self.why = _(
            "its checksum is {number}, expected {expected} as the update list says; it was not "
            "imported. The server may be in the middle of an update: try again later",
            number=number,
            expected=expected,
        )
        super().__init__(f"{url}: {self.why}")
