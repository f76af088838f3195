"""Collections in sheets: rows found, understood and written."""
