"""Several server processes over one database: who serves which match, and how others are sent."""
