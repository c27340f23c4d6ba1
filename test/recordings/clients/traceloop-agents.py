"""The SDK of Traceloop, which instruments the OpenAI Agents SDK and the client below it."""

import agents_sdk
import weather
from agents import set_trace_processors
from opentelemetry import trace
from traceloop.sdk import Traceloop

# Without the one that sends to OpenAI.
set_trace_processors([])
Traceloop.init(app_name="weather", api_endpoint=weather.OTLP, api_key=weather.KEY, telemetry_enabled=False)
Traceloop.set_association_properties({"session_id": weather.THREAD, "user_id": weather.USER})
agents_sdk.converse()
trace.get_tracer_provider().shutdown()
