"""Leagues: seasons of several events, with points, kinds of decks and ratings."""
