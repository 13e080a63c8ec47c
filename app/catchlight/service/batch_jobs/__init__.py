"""Batches of clients on a server: what may be asked for, the files that come and go, and the work on each."""
