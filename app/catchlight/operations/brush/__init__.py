"""The operation ``brush``."""
