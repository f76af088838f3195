"""What a player or organiser asks: validate, simulate, collect, report; the command line."""
