"""`python -m kakomi.ugi`."""

import sys

from kakomi.ugi import serve

if __name__ == "__main__":
    sys.exit(serve())
