"""Parsing: tokens to clauses, without the parts of a sentence that ask for nothing."""
