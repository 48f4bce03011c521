"""What a side may know, and what follows from that: views, overlays, odds."""
