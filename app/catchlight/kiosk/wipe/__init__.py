"""Nothing stays: the session's folder, its removal, and the search that proves it."""
