"""The kiosk behind its screens: states, guidance, printing, payment, handing over, wiping, watching. Knows no Qt."""
