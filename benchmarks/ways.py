"""How far a reader must walk to follow an act: its functions, their files, and the changes of file.

Counted are the first calls of functions of ours, in their order, each way in a program of its own; what
modules do when they are imported, and their `__getattr__` that imports others, is no step of a way. A
change of file is a first call in another file than the first call before it.
"""

import os
import subprocess
import sys
import tempfile
import threading
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
_OURS = tuple(f"{ROOT}{os.sep}{name}{os.sep}" for name in ("deckcheck", "importers", "db"))
_REBELS, _WALKERS = "examples/decks/rebels.dek", "examples/decks/too-many-walkers.dek"

WAYS: dict[str, tuple[str, int]] = {
    ".dek to verdict": (f"validate {_REBELS}", 75),
    "sheet row to holding": ("collection import examples/collections/binder.csv --apply", 115),
    "undo of a batch": ("collection undo 1", 0),
    "goldfish": (f"goldfish {_REBELS} --hands 50 --turns 2", 0),
    "repair": (f"repair {_WALKERS} --short", 170),
    "event result": ("event result Cup 1 2-0", 60),
    "keystroke": ("", 75),
}
"""The command of each way, and the most changes of file that it should have, 0 where none is stated."""

_EVENT = (
    "event new Cup",
    *(f"event register Cup {name}" for name in "ABCD"),
    "event pair Cup",
    "event publish Cup",
)


class Tracer:
    """The first calls of functions of ours, in this thread and all that start later."""

    def __init__(self) -> None:
        self.called: dict[tuple[str, str], None] = {}
        threading.setprofile(self)
        sys.setprofile(self)

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Notes a call; modules, classes and what stands in brackets are no steps of a reader."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(_OURS) or code.co_name.startswith("<"):
            return
        if code.co_qualname == "__getattr__":
            return
        if (place := (code.co_filename, code.co_qualname)) not in self.called and not _imports(frame):
            self.called[place] = None

    def told(self) -> str:
        """The numbers of functions, files and changes of file."""
        sys.setprofile(None)
        files = [file for file, _function in self.called]
        return f"{len(files)} {len(set(files))} {sum(one != other for one, other in pairwise(files))}"


def _imports(frame: FrameType | None) -> bool:
    """Whether a call is made by a module of ours that is being imported."""
    while frame := frame and frame.f_back:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(_OURS):
            return True
    return False


def _key(tracer: Tracer) -> None:
    """Types into a deck on the page that was judged before, without a browser."""
    from starlette.testclient import TestClient

    from deckcheck.web.application import make_app
    from deckcheck.web.serving import ServeOptions

    text = (ROOT / _REBELS).read_text(encoding="utf-8")
    asked = {"text": text, "file": "rebels.dek", "game": "swtcg", "format": "printed"}
    client = TestClient(make_app(ServeOptions(port=80)), base_url="http://127.0.0.1")
    client.post("/api/deck/check", json=asked).raise_for_status()
    tracer.called.clear()
    client.post(
        "/api/deck/check", json=asked | {"text": text.replace("<qty>4", "<qty>3", 1)}
    ).raise_for_status()


def main() -> None:
    """Prints for each way its functions, files, and changes of file beside the aim."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "DECKCHECK_DB": str(Path(folder) / "cards.sqlite"),
            "DECKCHECK_CONFIG": str(Path(folder) / "config.toml"),
            "DECKCHECK_LANG": "en",
        }

        def run(*arguments: str) -> str:
            command = [sys.executable, "-m", *arguments]
            done = subprocess.run(
                command, check=True, capture_output=True, text=True, cwd=ROOT, env=environment
            )
            return done.stderr

        for line in _EVENT:
            run("deckcheck", *line.split())
        for name, (command, aim) in WAYS.items():
            functions, files, changes = run("benchmarks.ways", *command.split()).splitlines()[-1].split()
            aimed = f" (aim: at most {aim})" if aim else ""
            print(
                f"{name:<21} {functions:>4} functions, {files:>3} files, {changes:>3} changes of file{aimed}"
            )


if __name__ == "__main__":
    tracer = Tracer()
    if sys.argv[1:]:
        from deckcheck.cli.main import main as program

        try:
            program()
        except SystemExit as end:
            if end.code:
                raise
    else:
        _key(tracer)
    print(tracer.told(), file=sys.stderr)
