"""Options of `deckcheck serve`, and the web server."""

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from deckcheck.acts.errors import ServeError
from deckcheck.show.language import gettext as _

DEFAULT_PORT = 8642
LOOPBACK = "127.0.0.1"
_HTTP = 80
"""The port that addresses leave out."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options for serving the page.

    `hosts` are further names by which browsers may ask for it; `password` is None where anybody
    who reaches the page may use it, which is refused beyond this machine unless `read_only`. With
    `log_json` each request and each error is a line of JSON on standard error. `proxies` are addresses or
    networks of servers before this one, which say where a request comes from; nobody else is believed.
    """

    database: Path | None = None
    game: str | None = None
    host: str = LOOPBACK
    port: int = DEFAULT_PORT
    read_only: bool = False
    pictures: Path | None = None
    password: str | None = field(default=None, repr=False)
    hosts: tuple[str, ...] = ()
    log_json: bool = False
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the page.

        >>> ServeOptions(host="127.0.0.1").is_local, ServeOptions(host="0.0.0.0").is_local
        (True, False)
        """
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def address(self) -> str:
        """The address to type into a browser.

        >>> ServeOptions(host="::1").address
        'http://[::1]:8642/'
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The `Host` headers that are answered; others are refused, so that no foreign name works.

        >>> sorted(ServeOptions().allowed_hosts)
        ['127.0.0.1:8642', '[::1]:8642', 'localhost:8642']
        >>> "cards.example.org" in ServeOptions(hosts=("cards.example.org",)).allowed_hosts
        True
        """
        names = ["127.0.0.1", "localhost", "[::1]", *self.hosts]
        if not self.is_local:
            names += [self.host, socket.gethostname().lower()]
        ports = [f":{self.port}", *([""] if self.port == _HTTP else [])]
        # A server before this one asks by the name alone, whatever the port here.
        return frozenset((*(f"{name}{port}" for name in names for port in ports), *self.hosts))


def check_options(options: ServeOptions) -> None:
    """Raises `ServeError` for options that would open the collection to strangers, or that fail."""
    if not options.is_local and options.password is None and not options.read_only:
        raise ServeError(
            _("{host} can be reached by others: add --password, or --read-only"), host=options.host
        )
    for proxy in options.proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            message = _("{proxy!r} is no address or network of a proxy, like 10.0.0.5", proxy=proxy)
            raise ServeError(message) from None
    if options.pictures is not None and not options.pictures.is_dir():
        raise ServeError(_("{pictures} is not a folder of pictures"), pictures=options.pictures)


def serve(options: ServeOptions, ready: Callable[[ServeOptions], None]) -> None:
    """Serves the page until it is stopped; `ready` is called as soon as the address answers.

    Raises a `DatabaseError` where the database cannot be used, before `ready` is called.
    """
    import uvicorn
    from uvicorn.config import LOGGING_CONFIG

    from deckcheck.web.application import make_app

    check_options(options)
    application = make_app(options)
    try:
        application.state.thread.prepare()  # before anybody is told of an address
        listening = listen(options)
    except BaseException:
        application.state.thread.end()
        raise
    config = uvicorn.Config(
        application,
        log_level="warning",
        log_config=None if options.log_json else LOGGING_CONFIG,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,  # which the page does, for the proxies of its options
        lifespan="on",
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    if options.log_json:
        import logging

        from deckcheck.web.request_log import ErrorLines, log_line

        logging.getLogger("uvicorn").addHandler(ErrorLines())
        log_line("ready", address=options.address)
    ready(options)
    server.run(sockets=[listening])


def listen(options: ServeOptions) -> socket.socket:
    """The socket at which the page is served."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    # The protocol is named because asyncio sends at once only where it is; else every answer but
    # the first of a connection would wait 40 ms for what the browser acknowledges late.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.host, options.port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise ServeError(
            _("{host} port {port}: {why}; try another --port"), host=options.host, port=options.port, why=why
        ) from None
    listening.listen(128)
    return listening
