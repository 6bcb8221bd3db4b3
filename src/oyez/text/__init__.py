"""Small linear scanners over text: space, lines, fences, block quotes, thinking blocks, JSON."""
