"""Haystack in the instrumentation of OpenInference: a pipeline that asks, runs the tool and asks again."""

import weather
from openinference.instrumentation.haystack import HaystackInstrumentor

tracers = weather.set_up()
HaystackInstrumentor().instrument(tracer_provider=tracers)

from haystack import Pipeline, component
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import Tool
from haystack.utils import Secret


def generator(model: str) -> OpenAIChatGenerator:
    tool = Tool(function=weather.get_weather, **weather.FUNCTION)
    key = Secret.from_token(weather.KEY)
    return OpenAIChatGenerator(model=model, api_base_url=weather.OPENAI, api_key=key, tools=[tool], max_retries=0)


@component
class ToolRunner:
    @component.output_types(messages=list[ChatMessage])
    def run(self, replies: list[ChatMessage]):
        call = replies[0].tool_call
        result = ChatMessage.from_tool(weather.get_weather(**call.arguments), origin=call)
        return {"messages": [*messages, *replies, result]}


messages = [ChatMessage.from_system(weather.SYSTEM), ChatMessage.from_user(weather.QUESTION)]
pipeline = Pipeline()
pipeline.add_component("asking", generator(weather.MODEL))
pipeline.add_component("tools", ToolRunner())
pipeline.add_component("answering", generator(weather.MODEL))
pipeline.connect("asking.replies", "tools.replies")
pipeline.connect("tools.messages", "answering.messages")
pipeline.run({"asking": {"messages": messages}})
failing = Pipeline()
failing.add_component("asking", generator(weather.MISSING))
try:
    failing.run({"asking": {"messages": messages}})
except Exception as error:
    print(type(error))
tracers.shutdown()
