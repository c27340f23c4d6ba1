"""BeeAI in the instrumentation of OpenInference."""

import asyncio

import weather
from openinference.instrumentation.beeai import BeeAIInstrumentor

tracers = weather.set_up()
BeeAIInstrumentor().instrument(tracer_provider=tracers)

from beeai_framework.adapters.openai import OpenAIChatModel
from beeai_framework.agents.requirement import RequirementAgent
from beeai_framework.tools import tool


@tool
def get_weather(city: str) -> str:
    """Returns the weather of a city."""
    return weather.get_weather(city)


options = {"tool_call_fallback_via_response_format": False, "fix_invalid_tool_calls": False}


async def run(model: str) -> None:
    client = OpenAIChatModel(model, base_url=weather.OPENAI, api_key=weather.KEY, **options)
    agent = RequirementAgent(llm=client, tools=[get_weather], role=weather.SYSTEM, name="weatherbot")
    await agent.run(weather.QUESTION)


asyncio.run(run(weather.MODEL))
try:
    asyncio.run(run(weather.MISSING))
except Exception as error:
    print(type(error))
tracers.shutdown()
