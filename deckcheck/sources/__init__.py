"""Card sources: imported, compared, reported."""
