"""Documents of other programs: what is written in them, as paragraphs and tables."""
