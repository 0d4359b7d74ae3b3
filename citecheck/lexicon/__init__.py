"""Word lists and patterns as data, each with where it comes from."""
