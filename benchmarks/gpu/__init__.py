"""On a GPU: playouts, which `make_kernels` compiles anywhere and `run` measures, and the self-play of training."""
