"""One drafting idea a file: a kind of place in which values may stand, and how to recognise it in replies."""
