"""The Parquet files of a study."""
