"""Wishes that an engine takes part in, whatever the operation: their parameters, their variants, and room beyond a photo."""
