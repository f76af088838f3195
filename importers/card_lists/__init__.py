"""Card lists, and what is wrong in them."""
