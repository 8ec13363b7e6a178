"""What pages show besides live games: boards, explanations, rules, lessons, the lab's reports, reviews."""
