"""Parts of a head as masks."""
