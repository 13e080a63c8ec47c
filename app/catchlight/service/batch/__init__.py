"""Batches: the same steps done to many files by several processes, with a journal that survives a kill."""
