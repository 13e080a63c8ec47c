"""Beards: shaven as far as skin shows, filled where they are thin, and grey hair covered."""
