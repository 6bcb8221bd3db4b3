"""Estimates over readings: numbers that carry their counts, bounds and intervals. Needs `oyez[measure]`."""
