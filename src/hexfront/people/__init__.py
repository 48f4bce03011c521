"""People: accounts, the lobby where they find each other, their results and ratings. No web."""
