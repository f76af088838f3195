"""What all tests share: a database with the bundled catalogue, and the real files where present."""

import gc
import hashlib
import os
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import _lru_cache_wrapper, cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import certifi
import pytest
import typer.testing
from _pytest.assertion import rewrite
from _pytest.doctest import DoctestModule
from filelock import FileLock
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.conjecture import providers
from jinja2 import Environment
from typer.testing import CliRunner, Result

from db.cards import bundled_games
from db.cards.card import Card
from db.cards.lookup import Catalogue, _Rows
from db.database import HEAD, ensure_ready
from db.engines.place import ServerPath, server_of
from db.language import speak
from db.server import ensure_server_ready
from tests import few_sets
from tests.amounts import amount
from tests.deckcheck.games.swlcg.lcg_cards import made_up
from tests.deckcheck.sister_decks import Pool
from tests.opened import OPENED, all_cards

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[1]
ENGINE = os.environ.get("DECKCHECK_TEST_ENGINE", "sqlite")
_MADE_ONCE = ROOT / "build" / "tests"
"""The folder of what all tests read and none changes."""

# `make test` tries the same examples on every run and every machine, and takes no time limits:
# whether it is green is no matter of luck. `make fuzz` searches at random, and keeps what it found.
settings.register_profile(
    "same",
    max_examples=amount(25, 200),
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "fuzz",
    derandomize=False,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"),
    print_blob=True,
)
settings.load_profile("same")

# Databases of tests are small and live for a second: where there is a file system in memory, they
# never wait for the disk.
_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own in it
if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > 2_000_000_000:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# Where Python may not keep what it compiled, each of the hundreds of programs that tests start
# would compile this project anew, and each worker all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


class DoctestsWhereThereAreSome:
    """Keeps pytest from searching the modules without examples for them, which are four of five."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """The collectors of a file."""
        found = yield
        if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
            return [one for one in found if not isinstance(one, DoctestModule)]
        return found


def pytest_configure(config: pytest.Config) -> None:
    """Tests keep catalogues and sheets like the program, which lets Python search them rarely.

    A shell starts its background jobs with Ctrl-C ignored, and so would they every program that
    the tests start: it would go on when it is told to stop, as nohup wants it.
    """
    gc.set_threshold(1_000_000, 20, 20)
    config.pluginmanager.register(DoctestsWhereThereAreSome())
    # What typer makes of the program is the same every time, and takes as long as most commands.
    typer.testing._get_command = cache(typer.testing._get_command)  # type: ignore[attr-defined]
    # So is what jinja makes of a template, of which each server that tests start has its own.
    Environment.compile = _compiled_once(Environment.compile)  # type: ignore[method-assign]
    # So are the cards that a catalogue makes of its rows, and what is read of the databases of all tests.
    _Rows.card = _made_once(_Rows.card)  # type: ignore[assignment, method-assign]
    Catalogue.load_all = _loaded_once(Catalogue.load_all)  # type: ignore[assignment, method-assign]
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)  # ignored below nohup; Windows has none
    if hangup is not None and signal.getsignal(hangup) == signal.SIG_IGN:
        signal.signal(hangup, signal.SIG_DFL)


def pytest_sessionstart(session: pytest.Session) -> None:
    """The same examples on every run are those that do not depend on what was loaded before.

    Hypothesis takes numbers and words from the modules that are loaded, and reads them all for that.
    """
    if settings.get_current_profile_name() == "same":
        providers._get_local_constants = lambda: providers._local_constants
    if told := getattr(session.config, "workerinput", None):
        _compile_tests(session.config, int(told["workerid"].removeprefix("gw")) / told["workercount"])


def _compile_tests(config: pytest.Config, share: float) -> None:
    """Compiles the modules of tests, each worker from another of them on: else each compiles all."""
    roots = [Path(one.partition("::")[0]) for one in config.args]
    paths = sorted(path for root in roots for path in root.rglob("test_*.py"))
    first = int(len(paths) * share)
    for path in (*paths[first:], *paths[:first]):
        kept = rewrite.get_cache_dir(path.resolve()) / f"{path.stem}{rewrite.PYC_TAIL}"
        if not kept.exists() or kept.stat().st_mtime < path.stat().st_mtime:
            with suppress(OSError, SyntaxError):  # the import tells it
                kept.parent.mkdir(exist_ok=True)
                found, code = rewrite._rewrite_test(path.resolve(), config)
                rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, found, kept)


def _compiled_once(compile_: Callable[..., Any]) -> Callable[..., Any]:
    made: dict[tuple[object, ...], Any] = {}

    def compiled(env: Environment, source: object, *arguments: object, **options: object) -> Any:
        key = source, arguments, tuple(sorted(options.items())), tuple(env.filters), env.trim_blocks
        if not isinstance(source, str):
            return compile_(env, source, *arguments, **options)
        if key not in made:
            made[key] = compile_(env, source, *arguments, **options)
        return made[key]

    return compiled


def _made_once(make: Callable[[_Rows, int], Card]) -> Callable[[_Rows, int], Card]:
    made: dict[object, Card] = {}

    def card(rows: _Rows, ident: int) -> Card:
        its = rows.printings.get(ident, ()), rows.marks.get(ident, ())
        key = rows.cards[ident], *map(tuple, its)
        if key not in made:
            made[key] = make(rows, ident)
        return made[key]

    return card


def _loaded_once(load_all: Callable[[Catalogue], None]) -> Callable[[Catalogue], None]:
    loaded: dict[tuple[Path, str], dict[str, Any]] = {}

    def load(catalogue: Catalogue) -> None:
        if not catalogue.path.is_relative_to(_MADE_ONCE):
            load_all(catalogue)
        elif (key := (catalogue.path, catalogue.game)) in loaded:
            vars(catalogue).update(loaded[key])
        else:
            load_all(catalogue)
            own = ("game", "_path", "_connection")
            loaded[key] = {name: value for name, value in vars(catalogue).items() if name not in own}

    return load


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a server run those tests that change a database, and do not look into its file.

    What waits for browsers and killed programs comes first: at its end the run would wait for it alone.
    """
    waiting = {"browser", "running"}
    items.sort(key=lambda item: waiting.isdisjoint(getattr(item, "fixturenames", ())))
    if ENGINE == "postgres":
        items[:] = [
            item
            for item in items
            if {"own_database", "own"} & {*getattr(item, "fixturenames", ())}
            and not item.get_closest_marker("of_a_file")
        ]


def pytest_sessionfinish() -> None:
    """What is garbage is searched once for what it leaves open.

    Pytest does it five times, each of them through all cards that tests keep, which takes seconds.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real files beside the checkout; tests that need it skip without it."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the real files of ../shared are not on this machine")
    return folder


@cache
def _what_makes_a_database() -> str:
    """A key that changes with everything that a database with the bundled catalogue is made of."""
    found = hashlib.sha256()
    own = [Path(few_sets.__file__), *few_sets.DECKS, *few_sets.LISTS]
    parts = [path for path in sorted((ROOT / "db").rglob("*")) if path.suffix in {".py", ".tsv"}]
    for path in own + parts:
        found.update(path.as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """A file or folder that is made once for all workers and runs, until its parts change.

    Workers that begin at once wait for the first, which holds a lock.
    """
    folder = _MADE_ONCE / _what_makes_a_database()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    with FileLock(folder / f"{name}.lock"):
        if not path.exists():
            made = folder / f"{os.getpid()}-{name}"
            make(made)
            for journal in folder.glob(f"{made.name}-*"):
                journal.unlink()
            made.replace(path)
    return path


@pytest.fixture(scope="session")
def database() -> Path:
    """A database with the bundled catalogue; read it only."""
    return made_once("cards.sqlite", ensure_ready)


@pytest.fixture(scope="session")
def few_sets_folder() -> Path:
    """The files of a small catalogue; see `tests/few_sets.py`."""

    return made_once("few-sets", few_sets.write_catalogue)


@pytest.fixture(scope="session")
def few_sets_database(few_sets_folder: Path) -> Path:
    """A database with the small catalogue; read it only, and with `few_sets_bundled`."""
    return made_once("few-sets.sqlite", partial(make_database, few_sets_folder))


def make_database(catalogue: Path, path: Path) -> None:
    """Makes a database from the files of a catalogue."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundled_games, "FOLDER", catalogue)
        ensure_ready(path)


@pytest.fixture
def few_sets_bundled(few_sets_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this test the small catalogue is the one that ships with the program."""
    monkeypatch.setattr(bundled_games, "FOLDER", few_sets_folder)


@pytest.fixture
def small_database(few_sets_database: Path, few_sets_bundled: None, tmp_path: Path) -> Path:
    """A database with the small catalogue, as if that were the bundled one; the test may change it."""
    (folder := tmp_path / "small").mkdir()
    return Path(shutil.copy(few_sets_database, folder / "cards.sqlite"))


@pytest.fixture(scope="session", autouse=True)
def closed_at_the_end() -> Iterator[None]:
    """Closes what tests left open for the session, and forgets it: mutmut runs several in one process."""
    with OPENED:
        yield
    for module in [one for name, one in sys.modules.items() if name.startswith("tests.")]:
        for kept in vars(module).values():
            if isinstance(kept, _lru_cache_wrapper):
                kept.cache_clear()


@pytest.fixture(scope="session")
def catalogue(database: Path) -> Iterator[Catalogue]:
    """The bundled catalogue, loaded whole."""
    with Catalogue(database, "swtcg") as catalogue:
        catalogue.load_all()
        yield catalogue


@pytest.fixture(scope="session")
def cards(catalogue: Catalogue) -> tuple[Card, ...]:
    """All cards of the bundled catalogue."""
    return catalogue.cards()


@pytest.fixture(scope="session")
def destiny(database: Path) -> Pool:
    """The bundled cards of Star Wars: Destiny."""
    return Pool("destiny", all_cards(database, "destiny"))


@pytest.fixture(scope="session")
def stargate(database: Path) -> Pool:
    """The bundled cards of the Stargate TCG."""
    return Pool("stargate", all_cards(database, "stargate"))


@pytest.fixture(scope="session")
def swlcg() -> Pool:
    """Made-up cards of the LCG."""
    return Pool("swlcg", made_up())


_TESTS = count()


@pytest.fixture(scope="session")
def one_certificate() -> Path:
    """A file with one authority: a client that reads all of them takes 20 ms, for http as well."""

    def make(path: Path) -> None:
        whole, end, _ = certifi.contents().partition("-----END CERTIFICATE-----\n")
        path.write_text(whole + end)

    return made_once("one-certificate.pem", make)


@pytest.fixture(autouse=True)
def _own_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, one_certificate: Path
) -> Iterator[None]:
    """No test sees the user's database, cache, proxy or terminal.

    The folder of these is made by what the test runs, if at all; most tests need no folder.
    """
    none = tmp_path_factory.getbasetemp() / "none" / str(next(_TESTS))
    monkeypatch.setenv("DECKCHECK_DB", str(none / "cards.sqlite"))
    monkeypatch.setenv("DECKCHECK_CONFIG", str(none / "config.toml"))
    monkeypatch.setenv("DECKCHECK_LANG", "en")
    monkeypatch.setenv("DECKCHECK_CACHE", str(none / "cache"))
    monkeypatch.setenv("DECKCHECK_FORMATS", str(none / "formats"))
    monkeypatch.setenv("DECKCHECK_POOLS", str(none / "pools"))
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(one_certificate))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    yield
    speak(None)  # a command that was run here may have chosen another
    if none.exists():
        shutil.rmtree(none)


@pytest.fixture
def catalogue_of_test(request: pytest.FixtureRequest) -> Path:
    """A database with the small catalogue, as if that were the bundled one; read it only.

    A test with the mark `whole_catalogue` gets the bundled catalogue itself.
    """
    if request.node.get_closest_marker("whole_catalogue"):
        return Path(request.getfixturevalue("database"))
    request.getfixturevalue("few_sets_bundled")
    return Path(request.getfixturevalue("few_sets_database"))


@pytest.fixture
def own_database(catalogue_of_test: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A database that the test may change, with the small catalogue unless it asks for all of it.

    With `DECKCHECK_TEST_ENGINE=postgres` what people make is on a server (`make engines`).
    """
    (folder := tmp_path / "own").mkdir()
    path = Path(shutil.copy(catalogue_of_test, folder / "cards.sqlite"))
    if ENGINE != "postgres":
        return path
    return ServerPath.of(path, request.getfixturevalue("server_database"))


@pytest.fixture(scope="session")
def postgres(few_sets_database: Path) -> Iterator["PostgresServer"]:
    """A PostgreSQL server of the test run, with a database that has our tables."""
    pytest.importorskip("psycopg")
    from tests.postgres import DATABASE, PostgresServer, find_programs

    programs = find_programs()
    if programs is None:
        pytest.skip("there is neither the wheel of PostgreSQL nor one of the system")
    with TemporaryDirectory(prefix="pg", dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        Path(folder).chmod(0o755)
        server = PostgresServer(programs, Path(folder) / "s")
        server.start()
        try:
            server.run(f"CREATE DATABASE {DATABASE}")
            place = ServerPath.of(few_sets_database, server.address(DATABASE))
            ensure_server_ready(place, HEAD, lambda _: None)  # the file is not this fixture's
            _close_idle()
            yield server
        finally:
            _close_idle()
            server.stop()


def _close_idle() -> None:
    from db.engines.postgres import close_idle

    close_idle()


@pytest.fixture
def server_database(postgres: "PostgresServer") -> Iterator[str]:
    """The address of an empty database with our tables on a server."""
    from tests.postgres import DATABASE

    name = f"test{next(_TESTS)}"
    postgres.run(f"CREATE DATABASE {name} TEMPLATE {DATABASE} STRATEGY file_copy")
    yield postgres.address(name)
    _close_idle()
    postgres.run(f"DROP DATABASE {name} WITH (FORCE)")


Run = Callable[..., Result]


@pytest.fixture
def keep(own_database: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process, against a collection of the test's own."""
    from deckcheck.cli.main import app

    def run_it(*arguments: object, stdin: str | bytes | None = None) -> Result:
        monkeypatch.setenv("DECKCHECK_DB", server_of(own_database) or str(own_database))
        monkeypatch.setenv("DECKCHECK_CATALOGUE", str(own_database))
        return CliRunner().invoke(app, [str(a) for a in arguments], input=stdin)

    return run_it


@pytest.fixture
def run(catalogue_of_test: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process, against a database that it only reads."""
    monkeypatch.setenv("DECKCHECK_DB", str(catalogue_of_test))
    from deckcheck.cli.main import app

    def run_it(*arguments: object, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, [str(a) for a in arguments], input=stdin)

    return run_it


@pytest.hookimpl(optionalhook=True)  # unknown with `-p no:xdist`
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores: tests wait for browsers, programs and servers half a minute."""
    return (os.cpu_count() or 1) + 1
