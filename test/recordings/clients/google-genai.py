"""The instrumentation of OpenTelemetry for the client of Gemini."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

import weather
from opentelemetry.instrumentation.google_genai import GoogleGenAiSdkInstrumentor

tracers, loggers = weather.set_up(logs=True)
GoogleGenAiSdkInstrumentor().instrument(tracer_provider=tracers, logger_provider=loggers)

import gemini

with tracers.get_tracer("weather").start_as_current_span("weather"):
    gemini.converse()
gemini.fail()
gemini.greet()
tracers.shutdown()
loggers.shutdown()
