"""Tests of the profile picture tab."""
