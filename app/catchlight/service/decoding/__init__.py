"""Decoding what strangers send in processes that can be killed."""
