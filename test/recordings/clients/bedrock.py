"""The instrumentation of OpenTelemetry for the client of AWS, with messages as log events."""

import os

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"

import converse
import weather
from opentelemetry.instrumentation.botocore import BotocoreInstrumentor

tracers, loggers = weather.set_up(logs=True)
BotocoreInstrumentor().instrument(tracer_provider=tracers, logger_provider=loggers)
client = converse.client()
with tracers.get_tracer("weather").start_as_current_span("weather"):
    converse.converse(client)
converse.fail(client)
tracers.shutdown()
loggers.shutdown()
