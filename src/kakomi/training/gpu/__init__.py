"""Training on a GPU: self-play, a large teacher net, and small nets that learn from it, all in GPU memory. Needs torch."""
