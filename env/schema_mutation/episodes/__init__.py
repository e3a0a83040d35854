"""Episodes as pure transitions: (state, action) to (state, step)."""
