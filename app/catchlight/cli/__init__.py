"""The operations as a command line. Knows the service layer, never the window or the server's inside."""
