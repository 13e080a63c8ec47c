"""What a kiosk says, in whole sentences for people who have never seen it before."""
