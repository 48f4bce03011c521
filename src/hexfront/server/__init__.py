"""The web server: views out, orders in."""
