import { afterEach, expect, it, vi } from "vitest";
import { messageText } from "@/lib/chat/chat-message";
import { answerRequests, lines } from "@/test/setup/page-requests";
import { readSentMessages } from "./read-turn-messages";

afterEach(() => vi.unstubAllGlobals());

it("reads all that the last model call of a turn sent and answered, and nothing for a turn without one", async () => {
  const call = {
    ...{ id: "m2", project_id: "acme/agent", op_name: "chat", trace_id: "t", started_at: "2026-11-20T14:00:00Z" },
    attributes: {},
    inputs: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: "Two seats" },
      ],
    },
    output: { choices: [{ message: { role: "assistant", content: "Done" }, finish_reason: "stop" }] },
  };
  const sent = answerRequests({ "calls.streamQuery": () => lines([call]) });
  const address = { connectionId: "local", projectId: "acme/agent", signal: new AbortController().signal };
  const turns = new Map([
    ["turn-1", { lastModelId: "m2" }],
    ["turn-2", { lastModelId: null }],
  ]);
  const messages = await readSentMessages(address, turns);
  expect(messages.get("turn-1")?.map((message) => [message.role, messageText(message)])).toEqual([
    ["system", "Be brief."],
    ["user", "Hello"],
    ["assistant", "Hi"],
    ["user", "Two seats"],
    ["assistant", "Done"],
  ]);
  expect(messages.get("turn-2")).toEqual([]);
  expect(sent.map(({ body }) => [body.filter.call_ids, body.columns])).toEqual([[["m2"], ["inputs", "output"]]]);
});
