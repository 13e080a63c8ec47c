"""Tests of the kiosk put together."""
