"""What commands that write pictures share on the command line: options of the files and of runs, and telling of the pictures."""
