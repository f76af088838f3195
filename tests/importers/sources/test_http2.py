"""HTTP/2 over TLS, with a certificate that only the environment vouches for."""

import contextlib
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import RequestReceived

from importers.sources.fetching import Fetcher
from importers.sources.source_errors import NoConnectionError

BODY = b"starwars\t01-02-26\n" * 500


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate of 127.0.0.1 that nobody knows, with its key in one file."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("needs the program openssl to make a certificate")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [
            openssl,
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            key,
            "-out",
            cert,
        ],
        check=True,
        capture_output=True,
    )
    return cert


@pytest.fixture
def server(certificate: Path) -> Iterator[tuple[str, list[str]]]:
    """The address of a server that speaks HTTP/2 only, and what was asked of it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    context.set_alpn_protocols(["h2"])
    asked: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.1)
        stop = threading.Event()

        def serve() -> None:
            while not stop.is_set():
                with contextlib.suppress(OSError):
                    raw, _ = listening.accept()
                    raw.settimeout(5)
                    with context.wrap_socket(raw, server_side=True) as connection:
                        answer(connection, asked)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"https://127.0.0.1:{listening.getsockname()[1]}/list.txt", asked
        stop.set()
        thread.join()


def answer(connection: ssl.SSLSocket, asked: list[str]) -> None:
    """Answers one request in HTTP/2."""
    speaking = H2Connection(config=H2Configuration(client_side=False))
    speaking.initiate_connection()
    connection.sendall(speaking.data_to_send())
    while data := connection.recv(65_535):
        for event in speaking.receive_data(data):
            if isinstance(event, RequestReceived):
                headers = {bytes(name).decode(): bytes(value).decode() for name, value in event.headers or ()}
                asked.append(f"{headers[':method']} {headers[':path']} {headers['user-agent']}")
                speaking.send_headers(event.stream_id, [(":status", "200")])
                speaking.send_data(event.stream_id, BODY, end_stream=True)
        connection.sendall(speaking.data_to_send())


def test_http2_and_the_certificates_of_the_environment(
    server: tuple[str, list[str]], certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, asked = server
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with Fetcher(tmp_path / "cache") as fetcher:
        path = fetcher.fetch(url).path
    assert path is not None
    assert path.read_bytes() == BODY
    assert len(asked) == 1
    assert asked[0].startswith("GET /list.txt deckcheck/")


def test_a_certificate_that_nobody_knows_is_refused(server: tuple[str, list[str]], tmp_path: Path) -> None:
    url, asked = server
    with (
        Fetcher(tmp_path / "cache", sleep=lambda _: None) as fetcher,
        pytest.raises(NoConnectionError, match="certificate"),
    ):
        fetcher.fetch(url)
    assert not asked
