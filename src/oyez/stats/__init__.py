"""Numbers with their intervals, bounds and reasons; needs the extra `oyez[measure]` (numpy, scipy)."""
