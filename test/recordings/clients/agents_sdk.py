"""The conversation of an agent of the OpenAI Agents SDK."""

import openai
import weather
from agents import Agent, OpenAIProvider, RunConfig, Runner, function_tool


def converse() -> None:
    provider = OpenAIProvider(base_url=weather.OPENAI, api_key=weather.KEY, use_responses=True)
    config = {"model_provider": provider, "group_id": weather.THREAD, "trace_metadata": {"user_id": weather.USER}}
    config["workflow_name"] = "weather"
    tools = [function_tool(weather.get_weather)]
    agent = Agent(name="weatherbot", instructions=weather.SYSTEM, model=weather.MODEL, tools=tools)
    Runner.run_sync(agent, weather.QUESTION, run_config=RunConfig(**config))
    failing = Agent(name="weatherbot", instructions=weather.SYSTEM, model=weather.MISSING)
    try:
        Runner.run_sync(failing, weather.QUESTION, run_config=RunConfig(**config))
    except openai.NotFoundError:
        pass
