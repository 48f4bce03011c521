"""The pages, their modules and their pictures."""
