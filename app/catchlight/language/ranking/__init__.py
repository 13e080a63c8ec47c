"""Ranking: which intents a clause may mean, by its likeness to the phrases of a bank."""
