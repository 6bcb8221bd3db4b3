"""Readings laid beside each other: one archive under two instruments, or two arms under one."""
