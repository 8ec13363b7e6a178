"""Training on the CPU: a small net with sparse inputs, in numpy and compiled code."""
