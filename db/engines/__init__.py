"""The engines that keep what people made: SQLite, and PostgreSQL by address."""
