"""Cards: choices rendered on the open picture."""
