"""The conversation that each program has, and where its telemetry goes."""

import json
import os

PROVIDER = os.environ["PROVIDER_URL"]
OPENAI = f"{PROVIDER}/v1"
OTLP = os.environ["OTLP_URL"]
KEY = "none"

MODEL = "gpt-4o"
MISSING = "gpt-missing"
CLAUDE = "claude-sonnet-4-5"
CLAUDE_MISSING = "claude-missing"
GEMINI = "gemini-2.5-pro"
GEMINI_MISSING = "gemini-missing"
BEDROCK = "anthropic.claude-sonnet-4-5-20250929-v1:0"
SYSTEM = "You are a weather bot."
QUESTION = "What is the weather in Paris?"
THREAD = "thread-paris"
USER = "user-mia"
TAGS = ["recorded"]

FUNCTION = {
    "name": "get_weather",
    "description": "Returns the weather of a city.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
TOOL = {"type": "function", "function": FUNCTION}
MESSAGES = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]


def get_weather(city: str) -> str:
    """Returns the weather of a city."""
    return "18 °C and sunny"


def set_up(logs: bool = False):
    """Returns a provider of tracers that exports to the receiver, and the one of loggers if asked for."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create({"service.name": "weather"})
    tracers = TracerProvider(resource=resource)
    tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{OTLP}/v1/traces")))
    trace.set_tracer_provider(tracers)
    if not logs:
        return tracers
    from opentelemetry._logs import set_logger_provider
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

    loggers = LoggerProvider(resource=resource)
    loggers.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter(f"{OTLP}/v1/logs")))
    set_logger_provider(loggers)
    return tracers, loggers


def chat(client, stream: bool = True) -> str:
    """Asks through the client of OpenAI, runs the tool that the model calls, and asks again; the answer is streamed."""
    asked = client.chat.completions.create(model=MODEL, messages=MESSAGES, tools=[TOOL])
    message = asked.choices[0].message
    call = message.tool_calls[0]
    result = get_weather(**json.loads(call.function.arguments))
    messages = [
        *MESSAGES,
        message.model_dump(exclude_none=True),
        {"role": "tool", "tool_call_id": call.id, "content": result},
    ]
    if not stream:
        return client.chat.completions.create(model=MODEL, messages=messages, tools=[TOOL]).choices[0].message.content
    options = {"stream": True, "stream_options": {"include_usage": True}}
    chunks = client.chat.completions.create(model=MODEL, messages=messages, tools=[TOOL], **options)
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)


def fail(client) -> None:
    """Asks for a model that does not exist."""
    import openai

    try:
        client.chat.completions.create(model=MISSING, messages=MESSAGES)
    except openai.NotFoundError:
        pass


def others(client) -> None:
    """A request of each other interface."""
    client.responses.create(model=MODEL, instructions=SYSTEM, input="Say hello to Mia.")
    client.embeddings.create(model="text-embedding-3-small", input="sunny")


def messages(client, stream: bool = True) -> str:
    """The same conversation through the client of Anthropic."""
    schema = FUNCTION["parameters"]
    tool = {"name": FUNCTION["name"], "description": FUNCTION["description"], "input_schema": schema}
    options = {"model": CLAUDE, "max_tokens": 1024, "system": SYSTEM, "tools": [tool]}
    question = {"role": "user", "content": QUESTION}
    asked = client.messages.create(messages=[question], **options)
    use = asked.content[0].model_dump(include={"type", "id", "name", "input"})
    result = {"type": "tool_result", "tool_use_id": use["id"], "content": get_weather(**use["input"])}
    answered = [question, {"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    if not stream:
        return client.messages.create(messages=answered, **options).content[0].text
    with client.messages.stream(messages=answered, **options) as streamed:
        return "".join(streamed.text_stream)


def fail_messages(client) -> None:
    """Asks Anthropic's interface for a model that does not exist."""
    import anthropic

    try:
        question = {"role": "user", "content": QUESTION}
        client.messages.create(model=CLAUDE_MISSING, max_tokens=1024, system=SYSTEM, messages=[question])
    except anthropic.NotFoundError:
        pass
