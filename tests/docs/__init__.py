"""The documents and the example in docs."""
