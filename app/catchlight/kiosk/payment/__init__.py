"""Being paid: quote, authorise, then capture when the sheet is printed, or void."""
