"""Readers: bytes, text or Pandoc's tree in, a layout out."""
