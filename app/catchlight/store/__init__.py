"""What the program keeps on disk: generations, jobs, settings. Knows no front end."""
