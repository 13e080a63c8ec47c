"""Commands that have sub-commands of their own."""
