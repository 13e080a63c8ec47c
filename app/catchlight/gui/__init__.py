"""The window: widgets show and emit, sessions and jobs decide. The only package that knows Qt."""
