"""The operation ``hair``."""
