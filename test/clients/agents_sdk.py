"""An agent of the OpenAI Agents SDK, which the client traces by itself. The model is a scripted one."""

import json
import sys

import weave
from agents import Agent, Model, ModelResponse, Runner, Usage, function_tool
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

client = weave.init(sys.argv[1])


class ScriptedModel(Model):
    requests = 0

    async def get_response(self, *args, **kwargs):
        ScriptedModel.requests += 1
        if ScriptedModel.requests == 1:
            output = ResponseFunctionToolCall(
                id="f", call_id="c", name="status", arguments='{"flight":"AX118"}', type="function_call"
            )
        else:
            content = [ResponseOutputText(text="It is on time.", type="output_text", annotations=[])]
            output = ResponseOutputMessage(
                id="m", type="message", role="assistant", status="completed", content=content
            )
        usage = Usage(requests=1, input_tokens=5, output_tokens=2, total_tokens=7)
        return ModelResponse(output=[output], usage=usage, response_id="r")

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError


@function_tool
def status(flight: str) -> str:
    return "on time"


agent = Agent(name="bot", instructions="Be brief.", model=ScriptedModel(), tools=[status])
answer = Runner.run_sync(agent, "Is AX118 on time?").final_output
client.finish()
print(json.dumps(answer))
