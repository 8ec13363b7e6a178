"""`python -m kakomi.ugi [NAME=VALUE ...]`: the dialogue, with options set beforehand."""

import sys

from kakomi.ugi import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
