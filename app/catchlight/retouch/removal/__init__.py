"""Taking a thing away and filling the gap."""
