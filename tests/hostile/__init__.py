"""Files and servers that mean harm, and what the readers make of them."""
