import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { completionEvents } from "./completion-events";

const completion = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_763_650_201,
  model: "wandb-artifact:///demo/airline/agent",
  choices: [
    {
      index: 0,
      finish_reason: "stop",
      message: { role: "assistant", content: "é\n\n4" },
      logprobs: { content: [{ token: "4", bytes: [52], logprob: -0.5, top_logprobs: [] }] },
    },
    {
      index: 1,
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "add", arguments: "{}" } }],
      },
      logprobs: null,
    },
  ],
  usage: { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 },
};

/** The completion that OpenAI's own client builds from the events. */
async function readByClient(withUsage: boolean) {
  const text = completionEvents(completion, withUsage);
  const client = new OpenAI({
    apiKey: "none",
    baseURL: "http://service/v1",
    fetch: async () => new Response(text, { headers: { "content-type": "text/event-stream" } }),
  });
  const stream = client.chat.completions.stream({ model: completion.model, messages: [] });
  return await stream.finalChatCompletion();
}

describe("completionEvents", () => {
  it("are joined by OpenAI's client to the original completion", async () => {
    const { choices, id, model } = await readByClient(false);
    expect({ id, model }).toEqual({ id: completion.id, model: completion.model });
    expect(choices[0]?.logprobs?.content).toHaveLength(1);
    expect(choices).toMatchObject([
      { finish_reason: "stop", message: { content: "é\n\n4" }, logprobs: { content: [{ logprob: -0.5 }] } },
      {
        finish_reason: "tool_calls",
        message: { tool_calls: [{ id: "call_1", function: { name: "add", arguments: "{}" } }] },
      },
    ]);
  });

  it("contain the usage only on request", async () => {
    expect((await readByClient(true)).usage).toEqual(completion.usage);
    expect(completionEvents(completion, false)).not.toContain("usage");
  });
});
