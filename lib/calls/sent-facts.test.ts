import { expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { sentFacts } from "./sent-facts";

it("reads the facts that the service has found", () => {
  const attributes = {
    user: "mia_li",
    tags: ["vip", "trial"],
    metadata: { plan: "gold", seats: 2 },
    agent: "weatherbot",
    agent_id: "a1",
    agent_version: "3",
    finish_reasons: ["stop"],
    response_id: "r1",
    time_to_first_chunk_s: 0.25,
    cost_as_sent_usd: 0.0042,
  };
  expect(sentFacts({ attributes })).toEqual({
    user: "mia_li",
    tags: ["vip", "trial"],
    metadata: [
      ["plan", "gold"],
      ["seats", 2],
    ],
    agent: "weatherbot",
    agentId: "a1",
    agentVersion: "3",
    modelAsked: null,
    modelAnswered: null,
    finishReasons: ["stop"],
    responseId: "r1",
    firstChunkMs: 250,
    costUsd: 0.0042,
    toolCallId: null,
  });
});

it("reads older calls from their spans", () => {
  const span = {
    enduser: { id: "" },
    langfuse: { trace: { tags: '["vip"]', metadata: { plan: "gold" } }, observation: { metadata: { step: 2 } } },
    "user.id": "mia_li",
    gen_ai: {
      request: { model: "gpt-4o" },
      response: { model: "gpt-4o-2024-08-06", id: "r1", finish_reasons: '["tool_calls"]' },
    },
    operation: { cost: 0.5 },
  };
  expect(sentFacts({ attributes: { otel_span: { attributes: span } } })).toMatchObject({
    user: "mia_li",
    tags: ["vip"],
    metadata: [
      ["plan", "gold"],
      ["step", 2],
    ],
    modelAsked: "gpt-4o",
    modelAnswered: "gpt-4o-2024-08-06",
    finishReasons: ["tool_calls"],
    responseId: "r1",
    costUsd: 0.5,
  });
});

it("reads nothing where nothing is said, keeps long numbers, and takes no odd name for a fact", () => {
  expect(sentFacts({ attributes: { user: { name: "mia" }, tags: {}, metadata: [1] } })).toMatchObject({
    user: null,
    tags: [],
    metadata: [],
    costUsd: null,
  });
  const attributes = parseJson('{"user":12345678901234567890,"metadata":{"__proto__":{"a":1}}}') as Record<
    string,
    unknown
  >;
  expect(sentFacts({ attributes }).user).toBe("12345678901234567890");
  expect(sentFacts({}).user).toBeNull();
});
