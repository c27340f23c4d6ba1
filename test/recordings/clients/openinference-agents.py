"""The instrumentation of OpenInference for the OpenAI Agents SDK."""

import agents_sdk
import weather
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

tracers = weather.set_up()
OpenAIAgentsInstrumentor().instrument(tracer_provider=tracers)
agents_sdk.converse()
tracers.shutdown()
