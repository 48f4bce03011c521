"""Reading and writing documents: files, JSON, TOML, and what is wrong with their form."""
