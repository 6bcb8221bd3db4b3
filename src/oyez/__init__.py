"""oyez reads what an AI judge wrote, and says plainly when it could not."""
