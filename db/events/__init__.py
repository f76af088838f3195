"""Events and their ledger.

exchange       events that come from another database, batch by batch
history        the ledger of an event read: who did what, when and why
ledger_stores  how the ledger reads and writes each kind of thing
links          links by which players submit their lists, by their hashes
store          events read, and changed in one transaction each
undo           undoing a batch of an event, wholly or not at all
values         the frozen values of events
"""
