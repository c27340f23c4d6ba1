"""Haystack's own tracer: an agent that runs a tool."""

import os

os.environ.update(HAYSTACK_CONTENT_TRACING_ENABLED="true", HAYSTACK_TELEMETRY_ENABLED="false")

import weather

tracers = weather.set_up()

from haystack import tracing
from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.tracing.opentelemetry import OpenTelemetryTracer

tracing.enable_tracing(OpenTelemetryTracer(tracers.get_tracer("haystack")))


def run(model: str) -> None:
    key = Secret.from_token(weather.KEY)
    generator = OpenAIChatGenerator(model=model, api_base_url=weather.OPENAI, api_key=key, max_retries=0)
    tools = [Tool(function=weather.get_weather, **weather.FUNCTION)]
    agent = Agent(chat_generator=generator, tools=tools, system_prompt=weather.SYSTEM)
    agent.run(messages=[ChatMessage.from_user(weather.QUESTION)])


run(weather.MODEL)
try:
    run(weather.MISSING)
except Exception as error:
    print(type(error))
tracers.shutdown()
