"""Composition: clauses with their slots and ranked intents to the intents of a sentence."""
