"""What tests in a real browser share beside the fixtures `browser`, `site` and `tab`."""

import shutil

import pytest

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
