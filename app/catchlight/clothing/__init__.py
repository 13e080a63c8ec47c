"""Clothes: which pixels each garment covers, and mattes that its colour can be changed by."""
