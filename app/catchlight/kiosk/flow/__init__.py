"""The session of one person as a state machine: what is shown when, and what every event leads to. Pure."""
