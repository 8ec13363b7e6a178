"""Errors of training, refusals and failures: each says why and what to do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from kakomi.core.errors import EngineError, KakomiError


class TrainingError(KakomiError):
    """A run that cannot be begun or continued; the message says why and what would be right."""


class LossError(EngineError):
    """The losses are no longer finite: what was learned since the last checkpoint is worthless."""


LOST_GPU = ("OutOfMemoryError", "AcceleratorError", "CUDARuntimeError", "CUDADriverError")  # of torch and cupy
ADVICE = "everything up to the last checkpoint is kept"


@contextlib.contextmanager
def failures_said(command: str) -> Iterator[None]:
    """Report failures during training in one sentence that says how to proceed; `command` continues the run."""
    try:
        yield
    except LossError as error:
        raise EngineError(
            f"training stopped: {error}; {ADVICE}, and nothing after it: begin a new run with a lower rate "
            "(--setting rate=...), or use the net of the last contest"
        ) from error
    except MemoryError as error:
        raise EngineError(f"training stopped: this machine is out of memory; {ADVICE}: {command}") from error
    except Exception as error:
        name = type(error).__name__
        if name in LOST_GPU or (isinstance(error, RuntimeError) and "CUDA" in str(error)):
            what = "the GPU is out of memory" if "memory" in str(error).lower() else "the GPU failed"
            first = str(error).strip().splitlines()[0] if str(error).strip() else name
            raise EngineError(f"training stopped: {what} ({first}); {ADVICE}: {command}") from error
        raise
