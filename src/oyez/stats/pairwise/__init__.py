"""Pairwise comparisons: win tables, Bradley-Terry strengths, rankings, and what the order of showing does."""
