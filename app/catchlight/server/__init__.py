"""The operations as a JSON-over-HTTP service. Knows the service layer, never the window or the command line."""
