"""The values that cells are written with."""

from datetime import date

Value = str | int | float | date | None
