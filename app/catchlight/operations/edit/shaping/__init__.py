"""Shape in an edit: the verbs of it, and the person reshaped after all that a sentence wishes."""
