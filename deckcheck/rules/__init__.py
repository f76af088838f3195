"""The language of deck rules: a rule is a requirement on copies, said once as data.

It knows no game, no database and no file.
"""
