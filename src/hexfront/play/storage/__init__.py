"""What is kept: the database, its tables, and matches, people's rows and leases in them."""
