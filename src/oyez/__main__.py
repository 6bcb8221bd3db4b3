"""`python -m oyez`: the command `oyez`."""

from oyez.cli import main

main()
