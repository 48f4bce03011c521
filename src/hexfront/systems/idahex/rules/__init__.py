"""The rules, chapter by chapter, as kernels."""
