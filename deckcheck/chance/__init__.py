"""Random numbers, work in chunks over all cores, and figures with their errors."""
