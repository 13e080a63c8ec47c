"""What ``batch`` and ``watch`` share on the command line: options of the results, and telling of the pictures."""
