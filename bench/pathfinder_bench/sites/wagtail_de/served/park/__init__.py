"""What the website of the game park is made of."""
