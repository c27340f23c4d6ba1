"""The earlier instrumentation of OpenTelemetry for the OpenAI client; messages are log events."""

import os

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"

import weather
from openai import OpenAI
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor

tracers, loggers = weather.set_up(logs=True)
OpenAIInstrumentor().instrument(tracer_provider=tracers, logger_provider=loggers)
client = OpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
with tracers.get_tracer("weather").start_as_current_span("weather"):
    weather.chat(client)
weather.fail(client)
weather.others(client)
tracers.shutdown()
loggers.shutdown()
