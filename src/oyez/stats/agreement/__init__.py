"""Agreement between raters beyond chance: one coefficient a file, all from the same table of ratings."""
