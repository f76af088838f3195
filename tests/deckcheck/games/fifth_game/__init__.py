"""The folder of a fifth game, which the tests put beside those of the program."""
