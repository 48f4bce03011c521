"""Forces of other programs: MSDL and ORBAT Mapper."""
