"""The club: its persons, their links, and what they report of their matches."""
