"""What tests of all pages and in a real browser share beside the fixtures `browser`, `site` and `tab`."""

import hashlib
import shutil

import pytest

from tests.conftest import ROOT

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Debian's names of it; the first is the same browser without windows, in half of the time."""

CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
TOLD: list[str] = []
"""Words of what the browser notes where the test itself provoked it."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]

FEW = "type%3Aspace%20cost%3C%3D2"
"""A query for a page with some cards; hundreds of them would be wrong in the same way."""

ADAS = hashlib.sha256((ROOT / "examples" / "event" / "lists" / "Ada" / "light.dek").read_bytes()).hexdigest()
"""The hash by which a list that Ada has registered is addressed."""

ADDRESSES = (
    "/",
    "/deck",
    "/deck/Rebels",
    "/decks/compare?deck=Rebels&deck=Empire",
    f"/cards?q={FEW}",
    "/cards/Boba%20Fett%20(A)",
    "/collection",
    "/collection/completion?sets=MAM",
    "/collection/wants",
    "/collection/trades?surplus=1",
    "/collection/import",
    "/history",
    "/history/2",
    f"/cards?view=table&q={FEW}",
    "/cards/Boba%20Fett",
    "/events",
    "/events/Spring%20Open?step=players",
    "/events/Spring%20Open?step=lists",
    f"/events/Spring%20Open/players/1/{ADAS}",
    "/events/Spring%20Open?step=rounds",
    "/events/Spring%20Open?step=standings",
    "/events/Spring%20Open?step=export",
    "/screen/Spring%20Open",
    "/leagues",
    "/leagues/Season?player=Ada",
    "/pools",
    "/pools/Friday?deck=Rebels",
)
