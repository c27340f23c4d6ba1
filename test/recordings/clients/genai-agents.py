"""The instrumentations of OpenTelemetry for the OpenAI Agents SDK and for the client of OpenAI below it."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

import weather
from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor
from opentelemetry.instrumentation.genai.openai_agents import OpenAIAgentsInstrumentor

tracers = weather.set_up()
OpenAIInstrumentor().instrument(tracer_provider=tracers)
OpenAIAgentsInstrumentor().instrument(tracer_provider=tracers)

from agents_sdk import converse

converse()
tracers.shutdown()
