"""The vocabulary: words, phrases, inflection, spelling."""
