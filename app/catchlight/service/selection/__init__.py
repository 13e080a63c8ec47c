"""Jobs that make profile pictures: kept in a database, run by whichever process is there, told as events."""
