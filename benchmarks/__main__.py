"""`python -m benchmarks [NAME...]` runs all benchmarks, or those named.

Programs that they start find their modules compiled, as those of an installed program are.
"""

import os
import pkgutil
import sys
import tempfile
from importlib import import_module

import benchmarks

names = sorted(
    m.name
    for m in pkgutil.iter_modules(benchmarks.__path__)
    if not m.name.startswith("_") and m.name != "compare"  # which needs two commits
)
with tempfile.TemporaryDirectory() as compiled:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = compiled
    for name in sys.argv[1:] or names:
        print(f"== {name}")
        import_module(f"benchmarks.{name}").main()
        print()
