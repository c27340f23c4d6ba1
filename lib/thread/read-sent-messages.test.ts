import { afterEach, expect, it, vi } from "vitest";
import { messageText } from "@/lib/chat/chat-message";
import { answerRequests, json, lines } from "@/test/setup/page-requests";
import { readSentMessages } from "./read-turn-messages";
import { readTurnTexts } from "./read-turn-texts";

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

it("reads the values of table rows in place of refs to them, by one request", async () => {
  const ref = (row: string) => `weave:///acme/agent/object/cases:d1/attr/rows/id/${row}/key/message`;
  const turn = (id: string, row: string) => ({
    ...{ id, project_id: "acme/agent", op_name: "turn", trace_id: "t", started_at: "2026-11-20T14:00:00Z" },
    inputs: { message: ref(row) },
    output: "Done",
  });
  const sent = answerRequests({
    "calls.streamQuery": () => lines([turn("t1", "r1"), turn("t2", "r2")]),
    "refs.readBatch": () => json({ vals: ["Where is my bag?", "Move my flight."] }),
  });
  const address = { connectionId: "local", projectId: "acme/agent", signal: new AbortController().signal };
  const turns = ["t1", "t2"].map((id) => ({ id, firstModelId: null, lastModelId: null }));
  const texts = await readTurnTexts(address, turns);
  expect([...texts.values()].map(({ user }) => user?.text)).toEqual(["Where is my bag?", "Move my flight."]);
  expect(sent.filter(({ operation }) => operation === "refs.readBatch")).toHaveLength(1);
});
