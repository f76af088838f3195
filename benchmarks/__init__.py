"""Measurements: each module has a `main()` that prints ratios to a baseline of the same run."""
