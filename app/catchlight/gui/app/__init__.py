"""The window itself: start, layout, session, tabs, bars."""
