"""Live matches, and the sockets that look at them."""
