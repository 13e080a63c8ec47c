"""Edits of one picture copied, in part if wished, and pasted onto others."""
