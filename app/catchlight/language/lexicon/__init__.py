"""Lexicon: words, phrases, inflection, spelling."""
