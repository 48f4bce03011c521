"""What goes between pages and server: frames, messages, and the bodies of requests."""
