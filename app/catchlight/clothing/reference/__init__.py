"""Clothes of a photograph or of a cut-out picture, laid over what another person wears."""
