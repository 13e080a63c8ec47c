"""Tests of changing expressions."""
