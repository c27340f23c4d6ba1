"""AutoGen with its own spans and the instrumentation of OpenInference."""

import asyncio

import weather

tracers = weather.set_up()

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from openinference.instrumentation.autogen_agentchat import AutogenAgentChatInstrumentor

AutogenAgentChatInstrumentor().instrument(tracer_provider=tracers)
INFO = {"vision": False, "function_calling": True, "json_output": False, "family": "gpt-4o", "structured_output": False}


async def run(model: str, tools: list) -> None:
    options = {"base_url": weather.OPENAI, "api_key": weather.KEY, "model_info": INFO, "max_retries": 0}
    client = OpenAIChatCompletionClient(model=model, **options)
    agent = AssistantAgent(
        "weatherbot", client, tools=tools, system_message=weather.SYSTEM, reflect_on_tool_use=bool(tools)
    )
    await agent.run(task=weather.QUESTION)


asyncio.run(run(weather.MODEL, [weather.get_weather]))
try:
    asyncio.run(run(weather.MISSING, []))
except Exception as error:
    print(type(error))
tracers.shutdown()
