"""The tables of a store, by what they hold."""
