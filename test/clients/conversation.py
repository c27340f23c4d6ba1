"""A conversation, traced with the functions for agents: a turn with a request to a model and a tool."""

import json
import sys

import weave

client = weave.init(sys.argv[1])
with weave.start_conversation(agent_name="bot", conversation_id="conversation-1"):
    with weave.start_turn(user_message="Is AX118 on time?"):
        with weave.start_llm(model="gpt-4o") as llm:
            llm.output("Let me see.")
        with weave.start_tool(name="status", arguments='{"flight": "AX118"}') as tool:
            tool.result = "on time"
client.finish()
print(json.dumps("sent"))
