"""Standings, from every source of updates."""
