"""Verbs that tidy up: loose hairs, glasses, cloth, beards."""
