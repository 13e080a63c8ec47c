"""Sentences to clauses: tokens, conjunctions, and parts that ask for nothing."""
