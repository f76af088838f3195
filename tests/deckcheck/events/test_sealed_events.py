"""A sealed event: each deck is of the pool of its player, and nobody pays for what cannot be read."""

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

Run = Callable[..., Result]


def codes(keep: Run, *words: object) -> tuple[int, dict[str, list[str]]]:
    """The exit code of a check, and the codes of each player with those of the lists."""
    ended = keep("event", "check", "Friday", *words, "--json")
    found = {}
    for player in json.loads(ended.stdout)["players"]:
        issues = [*player["issues"], *(one for deck in player["decks"] for one in deck["issues"])]
        found[player["name"]] = sorted(one["code"] for one in issues)
    return ended.exit_code, found


def test_a_deck_of_another_pool_is_told_and_one_side_is_enough(keep: Run, tmp_path: Path) -> None:
    (pools := tmp_path / "pools").mkdir()
    keep("event", "new", "Friday", "--format", "sealed", "--on", "2026-11-21")
    for name, seed in (("Ada", 9), ("Bo", 7)):
        keep("pool", "open", "--product", "AOTC", "--seed", seed, "--write", pools / f"{name}.json")
        deck = tmp_path / f"{name}.json"
        assert keep("pool", "build", "--pool", pools / f"{name}.json", "--write", deck).exit_code == 0
        assert keep("event", "register", "Friday", name, deck).exit_code == 0
    assert codes(keep, "--pools", pools) == (0, {"Ada": [], "Bo": []})
    for name, missing in (("Ada", ["pool-missing"]), ("Bo", [])):
        keep("pool", "import", pools / f"{name}.json", "--save", name)
        assert codes(keep, "--pools", "kept") == (len(missing), {"Ada": [], "Bo": missing})
    (pools / "Ada.json").rename(pools / "Cy.json")
    assert codes(keep, "--pools", pools) == (1, {"Ada": ["pool-missing"], "Bo": []})
    (pools / "Ada.json").write_bytes((pools / "Bo.json").read_bytes())
    ended, told = codes(keep, "--pools", pools)
    assert (ended, told["Bo"]) == (1, [])
    assert {"deck-illegal", "pool"} == set(told["Ada"])
    # A name in the pool that nobody can read may be the card that is missing there.
    pool = json.loads((pools / "Ada.json").read_text(encoding="utf-8"))
    (pools / "Ada.json").write_text(json.dumps({**pool, "unknown": ["Anakim Skywalkr"]}), encoding="utf-8")
    assert set(codes(keep, "--pools", pools)[1]["Ada"]) == {"deck-unproven", "pool"}


def test_the_pools_may_be_those_of_a_log(keep: Run, tmp_path: Path) -> None:
    (deck := tmp_path / "deck.txt").write_text("1 Kouhun\n", encoding="utf-8")
    log = {
        "users": {"u": {"userName": "Ada", "cards": ["c", "c"]}, "v": {"userName": "Eva", "cards": ["c"]}},
        "carddata": {"c": {"name": "Kouhun", "set": "aotc"}},
    }
    (file := tmp_path / "log.txt").write_text(json.dumps(log), encoding="utf-8")
    keep("event", "new", "Friday", "--format", "sealed", "--on", "2026-11-21")
    for name in ("Ada", "Bo"):
        keep("event", "register", "Friday", name, deck, "--seat", "dark")
    told = codes(keep, "--pools", file)[1]
    assert ["pool" in told[name] for name in ("Ada", "Bo")] == [False, False]
    assert ["pool-missing" in told[name] for name in ("Ada", "Bo")] == [False, True]
    assert "there is no such folder" in str(keep("event", "check", "Friday", "--pools", "nosuch").exception)
