"""Semantics: clauses to intents, by actions, amounts, places, negation and anaphora."""
