"""Hair styles: the person's own hair moved and cut, and new hair grown on a fitted head, rendered into the photo."""
