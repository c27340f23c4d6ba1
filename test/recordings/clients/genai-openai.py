"""The instrumentation of OpenTelemetry for the OpenAI client; messages are on the spans."""

import os

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

import weather
from openai import OpenAI
from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

tracers = weather.set_up()
OpenAIInstrumentor().instrument(tracer_provider=tracers)
client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
with tracers.get_tracer("weather").start_as_current_span("weather"):
    weather.chat(client)
weather.fail(client)
weather.others(client)
tracers.shutdown()
