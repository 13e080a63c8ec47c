"""A watched folder: pictures that arrive are done as a batch does them, and its journal is the ledger."""
