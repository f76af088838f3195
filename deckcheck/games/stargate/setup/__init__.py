"""Setup and first turns of the Stargate TCG."""
