"""What servers and workers of a lab tell each other in the database: shares, duties, who is there, how long work takes."""
