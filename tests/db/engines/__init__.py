"""Both engines: the same answers, nothing lost, no secrets told."""
