"""What the people of these tests have in common."""

PASSWORD = "a long enough sentence"
