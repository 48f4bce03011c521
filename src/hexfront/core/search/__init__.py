"""Search for orders, the same for all systems: plans are tried on positions drawn from a view."""
