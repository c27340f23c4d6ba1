"""The penalty of answers that come close to the limit of their length."""

from __future__ import annotations

from .settings import Settings


def overlong_penalty(length: int, settings: Settings) -> float:
    """What is added to the reward of an answer of ``length`` tokens; 0 or below.

    The soft overlong punishment of DAPO (Yu et al., 2025, equation 13), as ``get_soft_overlong_punishment`` of TRL:
    with L = ``max_completion_length`` and c = ``soft_punish_cache`` it is 0 up to L - c tokens, falls in a line to -1
    at L, and is -1 beyond; times ``overlong_penalty_factor``.
    """
    cache = settings.soft_punish_cache
    if cache == 0:
        return 0.0
    excess = length - (settings.max_completion_length - cache)
    return -settings.overlong_penalty_factor * min(1.0, max(0.0, excess / cache))
