"""A whole kiosk: real window, engine, ledger, print queue and payment over simulated hardware."""
