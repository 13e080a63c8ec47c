"""The print sheet tab."""
