"""Microsoft's Agent Framework with its own telemetry."""

import asyncio

import weather
from agent_framework import Agent
from agent_framework.observability import enable_instrumentation
from agent_framework_openai import OpenAIChatCompletionClient

tracers = weather.set_up()
enable_instrumentation(enable_sensitive_data=True)


async def ask(model: str, tools: list) -> None:
    client = OpenAIChatCompletionClient(model, base_url=weather.OPENAI, api_key=weather.KEY)
    await Agent(client, instructions=weather.SYSTEM, name="weatherbot", tools=tools).run(weather.QUESTION)


asyncio.run(ask(weather.MODEL, [weather.get_weather]))
try:
    asyncio.run(ask(weather.MISSING, []))
except Exception as error:
    print(type(error))
tracers.shutdown()
