"""What a local edit is made of: what lies at the hotspot, which area each wish means, and how each verb is done."""
