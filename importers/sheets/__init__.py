"""Sheets of any program as cells, within limits; and workbooks written."""
