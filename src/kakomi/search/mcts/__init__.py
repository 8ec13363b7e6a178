"""Monte Carlo tree search: `search` with random playouts or `guided` by an evaluation; `puct` asks an evaluator outside."""
