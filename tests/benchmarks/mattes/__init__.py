"""Mattes of people of known alpha before many grounds: ``python -m tests.benchmarks.mattes``."""
