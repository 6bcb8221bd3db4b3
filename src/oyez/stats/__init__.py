"""Numbers with their intervals, bounds and reasons; needs the extra `oyez[measure]` (numpy, scipy)."""

try:
    import numpy as _numpy  # noqa: F401 - every module of this layer needs it; say so once, and plainly
except ImportError as error:
    raise ImportError("oyez.stats needs numpy and scipy: pip install 'oyez[measure]'") from error
