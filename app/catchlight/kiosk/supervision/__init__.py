"""Running for months: the watchdog, the state of the machine, the counters, the PIN of the admin page."""
