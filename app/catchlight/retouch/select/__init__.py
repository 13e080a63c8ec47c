"""Which pixels a thing under the hotspot covers."""
