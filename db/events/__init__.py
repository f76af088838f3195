"""Events and their ledger.

books    how the things of events are read, written and spelt out
history  the ledger of an event read: who did what, when and why
store    events read, and changed in one transaction each
undo     undoing a batch of an event, wholly or not at all
values   the frozen values of events
"""
