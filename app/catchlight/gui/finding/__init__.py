"""What the command palette finds: rows by the words that are typed, and the options of tabs and dialogs."""
