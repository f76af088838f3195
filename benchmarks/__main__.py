"""`python -m benchmarks [NAME...]` runs all benchmarks, or those named."""

import pkgutil
import sys
from importlib import import_module

import benchmarks

names = sorted(
    m.name for m in pkgutil.iter_modules(benchmarks.__path__) if not m.name.startswith("_")
)
for name in sys.argv[1:] or names:
    print(f"== {name}")
    import_module(f"benchmarks.{name}").main()
    print()
