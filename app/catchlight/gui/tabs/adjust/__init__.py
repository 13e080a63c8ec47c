"""The adjust tab."""
