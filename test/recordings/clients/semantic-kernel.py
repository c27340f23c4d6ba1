"""Semantic Kernel, whose messages are log records."""

import asyncio
import logging
import os

os.environ["SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE"] = "true"

import weather
from openai import AsyncOpenAI

tracers, loggers = weather.set_up(logs=True)

from opentelemetry.sdk._logs import LoggingHandler
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function

handler = LoggingHandler(logger_provider=loggers)
handler.addFilter(logging.Filter("semantic_kernel"))
logging.getLogger().addHandler(handler)
logging.getLogger().setLevel(logging.INFO)


class Weather:
    @kernel_function(name="get_weather", description="Returns the weather of a city.")
    def get_weather(self, city: str) -> str:
        return weather.get_weather(city)


async def ask(model: str, plugins: list) -> None:
    client = AsyncOpenAI(base_url=weather.OPENAI, api_key=weather.KEY)
    service = OpenAIChatCompletion(ai_model_id=model, async_client=client)
    agent = ChatCompletionAgent(service=service, name="weatherbot", instructions=weather.SYSTEM, plugins=plugins)
    await agent.get_response(messages=weather.QUESTION)


asyncio.run(ask(weather.MODEL, [Weather()]))
try:
    asyncio.run(ask(weather.MISSING, []))
except Exception as error:
    print(type(error))
tracers.shutdown()
loggers.shutdown()
