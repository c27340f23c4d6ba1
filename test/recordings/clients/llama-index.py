"""LlamaIndex in the instrumentation of OpenInference."""

import asyncio

import weather
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor

tracers = weather.set_up()
LlamaIndexInstrumentor().instrument(tracer_provider=tracers)

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai import OpenAI


def model(name: str) -> OpenAI:
    return OpenAI(model=name, api_base=weather.OPENAI, api_key=weather.KEY, max_retries=0)


async def ask() -> None:
    options = {"tools": [weather.get_weather], "system_prompt": weather.SYSTEM, "name": "weatherbot", "streaming": False}
    await FunctionAgent(llm=model(weather.MODEL), **options).run(weather.QUESTION)


asyncio.run(ask())
try:
    # It refuses names that it does not know itself, unless they are those of trained models.
    model("ft:gpt-4o:missing").chat([ChatMessage(role="user", content=weather.QUESTION)])
except Exception as error:
    print(type(error))
tracers.shutdown()
