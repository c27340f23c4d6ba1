"""The client of Anthropic with its own telemetry."""

import os

os.environ["ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE"] = "content"

import weather
from anthropic import Anthropic

tracers = weather.set_up()
client = Anthropic(base_url=weather.PROVIDER, api_key=weather.KEY)
with tracers.get_tracer("weather").start_as_current_span("weather"):
    weather.messages(client)
weather.fail_messages(client)
tracers.shutdown()
