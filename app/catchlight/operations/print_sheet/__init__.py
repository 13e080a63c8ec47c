"""The operation ``layout``: a print sheet."""
