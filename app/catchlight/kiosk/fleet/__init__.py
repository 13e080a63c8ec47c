"""Many kiosks: metrics without pictures, and configuration from a folder or an address."""
