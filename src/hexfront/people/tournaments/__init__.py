"""Tournaments: who plays whom, the table, the timetable, and what of it is kept. No web."""
