"""The built-in games as `kakomi.testing` sees them: every variant, and every rule set at its defaults."""

from __future__ import annotations

from kakomi import games
from kakomi.testing.variants import Variant as Variant
from kakomi.testing.variants import random_match as random_match
from kakomi.testing.variants import variants

VARIANTS = list(variants(games.BUILT_IN))
DEFAULTS = [variant for variant in VARIANTS if not variant.options]
