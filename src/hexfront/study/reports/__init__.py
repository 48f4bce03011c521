"""What people read of a study: tables, pictures, a page."""
