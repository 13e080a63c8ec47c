"""The screens of a kiosk: what one person sees and touches, and the controller that drives the machine behind them."""
