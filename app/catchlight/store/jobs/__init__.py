"""The database of jobs: states, leases, events."""
