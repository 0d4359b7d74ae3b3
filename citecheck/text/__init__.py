"""Text: folding for comparison, with the way back to the text's own offsets, and sentences."""
