"""What training refuses, and why."""

from __future__ import annotations

from kakomi.core.errors import KakomiError


class TrainingError(KakomiError):
    """A run that cannot be begun, continued or ended well; the sentence says why and what would be right."""


class LossError(TrainingError):
    """The losses are no numbers any more: what was learned since the last checkpoint is worth nothing."""
