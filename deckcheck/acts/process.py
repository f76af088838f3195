"""A run of the program: how it ends, and who is told while it waits for a file."""

from deckcheck.stopping import forget_interrupt, stop_in_order, stopped_by
from importers.waiting import tell as waiting_listeners
