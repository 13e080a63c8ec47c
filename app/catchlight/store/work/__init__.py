"""What the servers and workers of a lab tell each other through the database: shares, duties, who is there, how long work takes."""
