"""The operation ``crop``."""
