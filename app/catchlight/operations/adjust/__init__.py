"""The operation ``adjust``."""
