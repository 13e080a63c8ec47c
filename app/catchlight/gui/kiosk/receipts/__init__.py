"""The receipt of a session: issued once, shown on the last screen, and handed over as a PDF."""
