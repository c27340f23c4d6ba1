"""The SDK of Traceloop, which instruments LangChain and LangGraph."""

import weather
from langgraph_agent import converse
from opentelemetry import trace
from traceloop.sdk import Traceloop

Traceloop.init(app_name="weather", api_endpoint=weather.OTLP, api_key=weather.KEY, telemetry_enabled=False)
Traceloop.set_association_properties({"session_id": weather.THREAD, "user_id": weather.USER})
converse()
trace.get_tracer_provider().shutdown()
