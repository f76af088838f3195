"""The catalogue: cards and names as values, looked up; the bundled files.

bundled  the bundled catalogue: facts of each game as tab-separated files under `db/catalogue`
bundled_games  the games whose catalogues are bundled, and the fingerprints of their files
card     the frozen values that leave the store: cards, their printings, sets and legality marks
dates    days that are known only roughly: to the day, the month, the year, or between two days
lookup   read-only access to the catalogue: cards by name, by name and set, by image key, or all
names    card names: one normal form for look-ups, and the parts of a name
"""
