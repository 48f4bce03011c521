"""Parts that several rule systems share and none owns."""
