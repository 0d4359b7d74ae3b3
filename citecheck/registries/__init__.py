"""Registries: who knows works. Each turns its own answers into `Work` and `Lookup` records and knows its own traps."""
