"""Where the bytes of stored pictures lie: a folder of this computer, or a store that several servers share."""
