"""Verbs that tidy up: cloth, beards."""
