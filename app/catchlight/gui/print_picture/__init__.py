"""Printing any picture at a chosen size, or as large as the paper allows."""
