"""The contract that every rule system meets, and what is the same for all of them."""
