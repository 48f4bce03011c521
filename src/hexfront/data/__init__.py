"""Data that come with Hexfront, each with a loader and a codebook."""
