"""The conversation of an agent of LangChain, which is a graph of LangGraph."""

import weather
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from openai import NotFoundError


def converse() -> None:
    model = ChatOpenAI(model=weather.MODEL, base_url=weather.OPENAI, api_key=weather.KEY)
    agent = create_agent(model, tools=[weather.get_weather], system_prompt=weather.SYSTEM, name="weatherbot")
    metadata = {"session_id": weather.THREAD, "user_id": weather.USER}
    config = {"configurable": {"thread_id": weather.THREAD}, "metadata": metadata, "tags": weather.TAGS}
    agent.invoke({"messages": [{"role": "user", "content": weather.QUESTION}]}, config=config)
    missing = ChatOpenAI(model=weather.MISSING, base_url=weather.OPENAI, api_key=weather.KEY)
    try:
        missing.invoke(weather.QUESTION, config=config)
    except NotFoundError:
        pass
