"""Faults: programs that are killed, disks that are full, clocks that are wrong, many at once."""
