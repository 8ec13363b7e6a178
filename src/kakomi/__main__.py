"""python -m kakomi: the same as the command kakomi."""

import sys

from kakomi.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
