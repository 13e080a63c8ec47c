"""Lids, eyeballs and gaze."""
