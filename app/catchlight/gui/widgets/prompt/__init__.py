"""The prompt: a sentence, what it is understood as, and the words it is understood by."""
