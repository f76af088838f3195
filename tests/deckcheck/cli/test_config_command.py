"""`deckcheck config`: what a user sets once holds for every call, and no file of his is spoilt."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from typer.testing import Result

from db.engines.place import shown_place
from deckcheck.errors import SettingError, SettingsFileError
from deckcheck.settings import SETTINGS, UserSettings, read_settings, set_value
from tests.conftest import ROOT

Run = Callable[..., Result]
EMPIRE = ROOT / "examples" / "decks" / "empire.txt"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings" / "config.toml"
    monkeypatch.setenv("DECKCHECK_CONFIG", str(path))
    return path


def verdict(run: Run, *arguments: object, **more: Any) -> dict[str, Any]:
    (deck,) = json.loads(run("validate", *arguments, "--json", **more).stdout)["decks"]
    found: dict[str, Any] = deck
    return found


def test_what_is_set_is_listed_got_and_taken_back(run: Run, config: Path) -> None:
    assert run("config", "path").stdout.strip() == str(config)
    assert run("config", "get", "game").exit_code == 1
    assert run("config", "set", "game", "Destiny").exit_code == 0
    assert run("config", "get", "game").stdout == "destiny\n"
    listed = json.loads(run("config", "list", "--json").stdout)
    assert listed["settings"]["game"] == "destiny"
    assert set(listed["settings"]) == set(SETTINGS)
    run("config", "unset", "game")
    assert run("config", "get", "game").exit_code == 1
    assert config.read_text() == ""


def test_the_default_format_is_that_of_each_game(run: Run, config: Path) -> None:
    assert verdict(run, EMPIRE)["format"] == "printed"
    run("config", "set", "format", "vintage")
    run("config", "set", "format.destiny", "infinite")
    assert tomllib.loads(config.read_text())["format"] == {"swtcg": "vintage", "destiny": "infinite"}
    assert verdict(run, EMPIRE)["format"] == "vintage"
    assert verdict(run, EMPIRE, "--format", "printed")["format"] == "printed"
    listed = verdict(run, "-", "--game", "destiny", stdin="1 Force Strike\n")
    assert listed["format"] == "infinite"
    assert verdict(run, "-", "--game", "stargate", stdin="1 Foo\n")["game"] == "stargate"


@pytest.mark.usefixtures("config")
def test_the_default_game_holds_where_nothing_says_another(run: Run) -> None:
    run("config", "set", "game", "destiny")
    assert verdict(run, "-", stdin="1 Force Strike\n")["game"] == "destiny"
    assert verdict(run, "-", "--game", "swtcg", stdin="1 Yoda (A)\n")["game"] == "swtcg"
    rebels = ROOT / "examples" / "decks" / "rebels.dek"
    assert verdict(run, rebels)["game"] == "swtcg", "the file says it"
    shown = json.loads(run("deck", "show", "-", "--json", stdin="1 Force Strike\n").stdout)
    assert shown["game"] == "destiny"
    sets = json.loads(run("cards", "sets", "--json").stdout)["sets"]
    assert {one["game"] for one in sets} == {"destiny"}
    sets = json.loads(run("cards", "sets", "--game", "swtcg", "--json").stdout)["sets"]
    assert {one["game"] for one in sets} == {"swtcg"}


@pytest.mark.whole_catalogue
@pytest.mark.usefixtures("config")
def test_the_database_that_is_set_gives_way_to_the_environment_and_the_option(
    run: Run, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.sqlite"
    run("config", "set", "database", mine)

    def where(*more: object) -> str:
        found: str = json.loads(run("database", "--json", *more).stdout)["path"]
        return found

    assert where() == str(database), "DECKCHECK_DB goes first"
    monkeypatch.setattr(os, "environ", {k: v for k, v in os.environ.items() if k != "DECKCHECK_DB"})
    from deckcheck.acts.config import database_path

    assert database_path(None) == mine
    assert database_path(database) == database
    run("config", "set", "database", "postgresql://club@host/deckcheck")
    assert shown_place(database_path(None)) == "postgresql://club@host/deckcheck"


@pytest.mark.usefixtures("config")
@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("gmae", "swtcg", "no setting has this name. Did you mean game?"),
        ("game", "chess", "no game is called 'chess'"),
        ("game.swtcg", "swtcg", "it is the same for all games"),
        ("format", "vintge", "no format of Star Wars Trading Card Game is called 'vintge'"),
        ("format.chess", "vintage", "no game is called 'chess'"),
        ("colours", "pink", "expected one of auto, always, never"),
        ("database", "/", "that is a folder"),
        ("database", "\x1b[2J", "is no value for it"),
        ("database", "postgresql://club:secret@host/deckcheck", "a password is never stored"),
    ],
)
def test_what_cannot_be_set_is_refused(run: Run, name: str, value: str, told: str) -> None:
    result = run("config", "set", name, value)
    assert result.exit_code != 0
    assert told in str(result.exception)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = 'chess'", "no game is called 'chess'"),
        ("gmae = 'swtcg'", "no setting is called 'gmae'. Did you mean game?"),
        ("game = 3", "expected a text"),
        ("format = 'vintage'", "expected a table of games"),
        ("[format]\nswtcg = 3", "format.swtcg is 3, expected a text"),
        ("[format]\nchess = 'x'", "no game is called 'chess'"),
        ("game = ", "Invalid value"),
        ("\x00", "line 1"),
    ],
)
def test_a_file_with_slips_is_told_by_its_path(run: Run, config: Path, text: str, told: str) -> None:
    config.parent.mkdir()
    config.write_text(text)
    error = str(run("validate", EMPIRE).exception)
    assert error.startswith(f"{config}: ")
    assert told in error
    assert "\n" not in error
    assert run("config", "path").exit_code == 0


def test_a_file_that_is_no_toml_is_left_alone(config: Path) -> None:
    config.parent.mkdir()
    config.write_text("game = ")
    with pytest.raises(SettingsFileError):
        set_value(config, "colours", "never")
    assert config.read_text() == "game = "


def test_a_slip_is_put_right_by_setting_it(run: Run, config: Path) -> None:
    config.parent.mkdir()
    config.write_text("game = 'chess'\n")
    assert run("config", "set", "game", "swtcg").exit_code == 0
    assert read_settings(config).game == "swtcg"


def test_comments_and_order_of_the_file_stay(config: Path) -> None:
    config.parent.mkdir()
    config.write_text("# mine\n\ncolours = 'never' # no colours\n\n[format]  # by game\nswtcg = 'vintage'\n")
    set_value(config, "game", "destiny")
    set_value(config, "format.destiny", "infinite")
    set_value(config, "format.swtcg", "standard")
    assert config.read_text() == (
        "# mine\n\ncolours = 'never' # no colours\ngame = \"destiny\"\n\n"
        '[format]  # by game\nswtcg = "standard"\ndestiny = "infinite"\n'
    )
    set_value(config, "format.swtcg", None)
    set_value(config, "format.destiny", None)
    assert read_settings(config) == UserSettings("destiny", {}, None, "never")


def test_a_value_over_several_lines_is_left_to_its_writer(config: Path) -> None:
    config.parent.mkdir()
    text = "game = '''\nswtcg'''\n"
    config.write_text(text)
    with pytest.raises(SettingsFileError):
        set_value(config, "game", "destiny")
    assert config.read_text() == text


CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("game"), st.sampled_from(["swtcg", "destiny", None])),
        st.tuples(st.just("colours"), st.sampled_from(["always", "never", None])),
        st.tuples(st.just("format.swtcg"), st.sampled_from(["a", 'b"\\ü', None])),
        st.tuples(st.just("format.destiny"), st.sampled_from(["c", None])),
    ),
    max_size=8,
)


@given(CHANGES)
def test_what_is_set_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, str | None]]
) -> None:
    path = tmp_path_factory.mktemp("config") / "config.toml"
    wanted: dict[str, str | None] = {}
    for name, value in changes:
        set_value(path, name, value)
        wanted[name] = value
        found = read_settings(path)
        usual = {"game": None, "colours": "auto", "format.swtcg": None, "format.destiny": None}
        set_now = {key: text for key, text in wanted.items() if text}
        assert usual | set_now == {
            "game": found.game,
            "colours": found.colours,
            "format.swtcg": found.format_of("swtcg"),
            "format.destiny": found.format_of("destiny"),
        }


def test_settings_without_a_game_are_those_of_the_setting(config: Path) -> None:
    with pytest.raises(SettingError):
        set_value(config, "nonsense", "x")
    set_value(config, "game", "destiny")
    set_value(config, "format", "infinite")
    assert read_settings(config).format == {"destiny": "infinite"}


@pytest.mark.usefixtures("config")
def test_colours_are_as_they_are_set(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("validate", EMPIRE).stdout
    run("config", "set", "colours", "always")
    assert "\x1b[" in run("validate", EMPIRE).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("validate", EMPIRE).stdout


def test_colours_that_are_always_wanted_go_through_a_pipe(config: Path, database: Path) -> None:
    """What makes output printable writes escape sequences out; those of the verdict are ours."""
    config.parent.mkdir()
    config.write_text('colours = "always"\n')
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "validate", str(EMPIRE)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"DECKCHECK_DB": str(database), "DECKCHECK_CONFIG": str(config)},
    )
    assert "\x1b[32m" in done.stdout, done.stderr
