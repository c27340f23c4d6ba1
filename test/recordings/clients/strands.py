"""Strands Agents with its own telemetry, in the words of the newest conventions."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"

import openai
import weather
from strands import Agent, tool
from strands.models.openai import OpenAIModel

tracers = weather.set_up()
client_args = {"base_url": weather.OPENAI, "api_key": weather.KEY}
attributes = {"session.id": weather.THREAD, "user.id": weather.USER, "tags": weather.TAGS}
options = {"system_prompt": weather.SYSTEM, "name": "weatherbot", "callback_handler": None}
options["trace_attributes"] = attributes
model = OpenAIModel(client_args=client_args, model_id=weather.MODEL)
Agent(model=model, tools=[tool(weather.get_weather)], **options)(weather.QUESTION)
try:
    Agent(model=OpenAIModel(client_args=client_args, model_id=weather.MISSING), **options)(weather.QUESTION)
except openai.NotFoundError:
    pass
tracers.shutdown()
