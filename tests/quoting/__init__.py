"""Tests of quoting."""
