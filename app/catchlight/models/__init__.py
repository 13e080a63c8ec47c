"""The shipped networks, and what is done by one of them alone."""
