"""Formats of all games: files, states in time, and the rules that follow from them.

dated_rules     rules of formats that follow from days
format_files    the formats of a game
format_reading  reads a format from its TOML text: ours in `formats/` of each game, and users' own
house_rules     rules that a format of the user's own states by queries
list_rules      the rules that follow from a format
own_numbers     rules with other numbers than their edition's, as a format states them
releases        what follows from the days on which sets were on sale and rulebooks were printed
stated_formats  formats as card sources state them, beside our own
toml_lines      in which lines of a TOML text its keys and the items of its arrays stand
zone_size       the rule for a zone whose size the user sets, since no rulebook does
"""
