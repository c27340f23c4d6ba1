"""Agno in the instrumentation of OpenInference."""

import os

os.environ["AGNO_TELEMETRY"] = "false"

import weather
from openinference.instrumentation.agno import AgnoInstrumentor

tracers = weather.set_up()
AgnoInstrumentor().instrument(tracer_provider=tracers)

from agno.agent import Agent
from agno.models.openai import OpenAIChat


def run(model: str, tools: list) -> None:
    client = OpenAIChat(id=model, base_url=weather.OPENAI, api_key=weather.KEY, max_retries=0)
    agent = Agent(name="weatherbot", model=client, tools=tools, instructions=weather.SYSTEM, telemetry=False)
    agent.run(weather.QUESTION, session_id=weather.THREAD, user_id=weather.USER)


run(weather.MODEL, [weather.get_weather])
try:
    run(weather.MISSING, [])
except Exception as error:
    print(type(error))
tracers.shutdown()
