"""What a cell that is written may hold."""

from datetime import date

Value = str | int | float | date | None
