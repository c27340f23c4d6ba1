"""GRPO with LoRA on a Hugging Face causal model: a trainer for ``HEDDLE_TRAINER``."""
