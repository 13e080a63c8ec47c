"""Typed rows from ``resources/catalogue``: documents, papers, background colours. Knows no picture."""
