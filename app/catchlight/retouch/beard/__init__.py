"""Beards: stubble made shorter as far as skin shows."""
