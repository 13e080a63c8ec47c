"""The hair tab."""
