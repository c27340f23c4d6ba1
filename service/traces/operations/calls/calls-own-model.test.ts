import { v4 as uuid4 } from "uuid";
import { beforeAll, expect, it } from "vitest";
import { callsFacetsResult } from "@/lib/api/contract/calls/call-stats";
import type { Call } from "@/lib/api/contract/calls/calls";
import { compileSelection } from "@/lib/calls/calls-query";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { listFacets } from "./calls-facets";
import { streamCalls } from "./calls-stream-query";

let service: TestService;
const project = `e/${uuid4()}`;

interface Sent {
  readonly trace: string;
  readonly parent?: string;
  /** Of a span; absent for a call of an SDK. */
  readonly kind?: string;
  readonly models?: readonly string[];
  readonly attributes?: object;
  readonly inputs?: object;
  readonly exception?: string;
}

/** What clients send: an SDK adds usage to all calls above, frameworks repeat it at agents, a failed request has none. */
const calls: Readonly<Record<string, Sent>> = {
  answer: { trace: "sdk", models: ["gpt-4o", "gpt-4o-mini"] },
  step: { trace: "sdk", parent: "answer", models: ["gpt-4o"] },
  request: { trace: "sdk", parent: "step", models: ["gpt-4o"], inputs: { model: "gpt-4o" } },
  // An op of a user that reports its own usage, and names the model nowhere else.
  small: { trace: "sdk", parent: "answer", models: ["gpt-4o-mini"] },
  http: { trace: "sdk", parent: "request" },
  agent: { trace: "otel", kind: "agent", models: ["gpt-4o"] },
  chat: { trace: "otel", parent: "agent", kind: "llm", models: ["gpt-4o-2024-08-06"] },
  tool: { trace: "otel", parent: "chat", kind: "tool" },
  // A request inside a tool is one, and so is the one that it answers.
  nested: { trace: "otel", parent: "chat", kind: "llm", models: ["gpt-4o"] },
  lonely: { trace: "alone", kind: "agent", models: ["gpt-4o"] },
  failed: { trace: "down", kind: "llm", attributes: { model: "gpt-4o" }, exception: "RateLimitError" },
  refused: { trace: "down", inputs: { model: "gpt-4o" }, exception: "TimeoutError" },
  silent: { trace: "none", inputs: { model: "gpt-4o" } },
};

const idOf = (name: string) => `${project}/${name}`;

beforeAll(async () => {
  service = await sharedTestService();
  const batch = Object.entries(calls).flatMap(
    ([name, { trace, parent, kind, models, attributes, inputs, exception }]) => {
      const ids = { project_id: project, id: idOf(name) };
      const start = {
        ...{
          ...ids,
          trace_id: `${project}/${trace}`,
          parent_id: parent === undefined ? null : idOf(parent),
          op_name: name,
        },
        ...{ started_at: "2026-11-20T10:00:00Z", inputs: inputs ?? {} },
        attributes: { ...attributes, ...(kind === undefined ? {} : { kind }) },
        ...(kind === undefined ? {} : { otel_dump: { name, scope: { name: "s", version: "1" }, attributes: {} } }),
      };
      const usage = Object.fromEntries(
        (models ?? []).map((model) => [model, { prompt_tokens: 9, completion_tokens: 1 }]),
      );
      const end = { ...ids, ended_at: "2026-11-20T10:00:01Z", summary: { usage }, exception: exception ?? null };
      return [
        { mode: "start", req: { start } },
        { mode: "end", req: { end } },
      ];
    },
  );
  await service.ask("call.upsertBatch", upsertBatch, { batch });
});

async function found(text: string): Promise<readonly string[]> {
  const { filter, query, problems } = compileSelection({
    ...{ projectId: project, query: text, areRootsOnly: false },
    ...{ fromMs: null, toMs: null },
  });
  expect(problems).toEqual([]);
  const listed = await service.lines<Call>("calls.streamQuery", streamCalls, { project_id: project, filter, query });
  return listed.map(({ op_name }) => op_name).sort();
}

const OWN = ["failed", "lonely", "nested", "refused", "request"];

it("finds the calls that ask a model themselves, and none that only has the usage of calls below", async () => {
  expect(await found("model:gpt-4o")).toEqual(OWN);
  // No part of another name.
  expect(await found("model:gpt-4o-mini")).toEqual(["small"]);
  expect(await found("model:gpt-4")).toEqual([]);
  expect(await found("model:gpt-4o-2024-08-06,gpt-4o-mini")).toEqual(["chat", "small"]);
  expect(await found("-model:gpt-4o")).toEqual(
    Object.keys(calls)
      .filter((name) => !OWN.includes(name))
      .sort(),
  );
  expect(await found("model:*")).toEqual(["chat", "lonely", "nested", "request", "small"]);
});

it("finds calls with usage of a model, their own or of calls below, under a name of its own", async () => {
  expect(await found("model.below:gpt-4o")).toEqual(["agent", "answer", "lonely", "nested", "request", "step"]);
});

it("counts as many calls of each model as the filter finds, but those without tokens", async () => {
  const body = { project_id: project, fields: ["model", "model_below"] };
  const { facets } = callsFacetsResult.parse(await service.ask("calls.facets", listFacets, body));
  const [own, below] = facets.map(({ values }) => Object.fromEntries(values.map(({ value, count }) => [value, count])));
  expect(own).toEqual({ "gpt-4o": 3, "gpt-4o-2024-08-06": 1, "gpt-4o-mini": 1 });
  expect(below).toEqual({ "gpt-4o": 6, "gpt-4o-mini": 2, "gpt-4o-2024-08-06": 1 });
});
