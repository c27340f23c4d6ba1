"""Which tokens count as clipped."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from heddle_lora.loss import policy_terms
from heddle_lora.settings import Settings

RATIOS = [1.5, 1.5, 0.5, 0.5, 1.1]
ADVANTAGES = [1.0, -1.0, 1.0, -1.0, 1.0]


def clipped(**settings: Any) -> list[bool]:
    logprobs = torch.tensor([math.log(ratio) - 3 for ratio in RATIOS], requires_grad=True)
    old = torch.full((len(RATIOS),), -3.0)
    batch: Any = SimpleNamespace(old_logprobs=old, sampled_logprobs=old, rows=torch.arange(len(RATIOS)))
    window = Settings(epsilon=0.2, epsilon_high=0.2, **settings)
    terms, is_clipped = policy_terms(batch, logprobs, torch.tensor(ADVANTAGES), window)
    [gradient] = torch.autograd.grad(terms.sum(), logprobs)
    assert settings["loss_fn"] == "cispo" or is_clipped.tolist() == (gradient == 0).tolist()
    return is_clipped.tolist()


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"loss_fn": "ppo"}, [True, False, False, True, False]),
        ({"loss_fn": "ppo", "mask_prob_ratio": True}, [True, True, True, True, False]),
        ({"loss_fn": "cispo"}, [True, True, True, True, False]),
    ],
    ids=str,
)
def test_a_token_counts_as_clipped_where_clipping_changes_its_gradient(
    settings: dict[str, Any], expected: list[bool]
) -> None:
    assert clipped(**settings) == expected
