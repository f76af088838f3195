"""The display of results: tables, bars, plots, workbooks, and numbers with their nouns."""
