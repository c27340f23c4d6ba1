"""The instrumentation of OpenInference for LangChain and LangGraph."""

import weather
from openinference.instrumentation.langchain import LangChainInstrumentor

tracers = weather.set_up()
LangChainInstrumentor().instrument(tracer_provider=tracers)

from langgraph_agent import converse

converse()
tracers.shutdown()
