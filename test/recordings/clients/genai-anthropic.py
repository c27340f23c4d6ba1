"""The instrumentation of OpenTelemetry for the Anthropic client, which reports its requests itself too."""

import os

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

import weather
from anthropic import Anthropic
from opentelemetry.instrumentation.genai.anthropic import AnthropicInstrumentor

tracers = weather.set_up()
AnthropicInstrumentor().instrument(tracer_provider=tracers)
client = Anthropic(base_url=weather.PROVIDER, api_key=weather.KEY)
with tracers.get_tracer("weather").start_as_current_span("weather"):
    weather.messages(client)
weather.fail_messages(client)
tracers.shutdown()
