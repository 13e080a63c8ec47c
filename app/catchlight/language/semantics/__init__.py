"""Clauses to intents: actions, amounts, places, negation, anaphora."""
