"""Drawn hair laid into the photo: its colours, shadows, rim light, and what stays of the own hair."""
