"""The catalogue: cards and names as values, looked up; the bundled files."""
