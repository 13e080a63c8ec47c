"""Tests of the concrete parts put together."""
