"""What a person at the table reads and does: the board, the orders open to him, the log."""
