"""What a person reads and does, alike in every system: orders in words, questions, log, odds."""
