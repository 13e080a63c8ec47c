"""Where concrete classes meet: what ``__main__`` hands to the command line."""
