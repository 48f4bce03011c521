"""The server: it keeps the matches, judges every order, and sends each seat its own view."""
