"""The instrumentation of OpenTelemetry for LangChain."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

import weather
from opentelemetry.instrumentation.genai.langchain import LangChainInstrumentor

tracers = weather.set_up()
LangChainInstrumentor().instrument(tracer_provider=tracers)

from langgraph_agent import converse

converse()
tracers.shutdown()
