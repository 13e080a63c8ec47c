"""Parts of a head as masks: by a network, or from landmarks and colours."""
