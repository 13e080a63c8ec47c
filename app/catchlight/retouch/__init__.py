"""Local edits: each verb learns from a small sample of its area and then paints the full picture strip by strip."""
