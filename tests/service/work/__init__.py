"""Work that is handed to others."""
