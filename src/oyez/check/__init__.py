"""Cases: replies whose reading is known, and what differs from it."""
