"""Monte Carlo tree search: `search` with random playouts or `guided` by an evaluation; `puct` uses an outside evaluator."""
