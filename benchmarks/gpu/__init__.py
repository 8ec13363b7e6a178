"""Playouts on a GPU. `make_kernels` compiles them anywhere; `run` measures them where there is a GPU and CuPy."""
