"""The agents of Weave: its integration of the OpenAI Agents SDK, which sends spans."""

import os

import weather

os.environ.update(WF_TRACE_SERVER_URL=weather.OTLP, WANDB_API_KEY="0" * 40, WANDB_BASE_URL=weather.OTLP)

import weave

weave.init("team/weather")

from agents_sdk import converse

converse()
weave.finish()
