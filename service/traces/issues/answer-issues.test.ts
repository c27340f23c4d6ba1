import pino from "pino";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Issue } from "@/lib/api/contract/issues/issues";
import { compileSelection } from "@/lib/calls/calls-query";
import { issueCallsQuery } from "@/lib/calls/issue-calls-query";
import { Leases } from "@/service/kernel/state/leases";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { Issues } from "./issues";

const BEGIN_MS = Date.parse("2026-11-20T10:00:00Z");
const DAY_MS = 86_400_000;
const log = pino({ level: "silent" });

let service: TestService;
let place: TemporaryState;
let leases: Leases;
let issues: Issues;
let project: string;
let nowMs = BEGIN_MS;

beforeAll(async () => {
  service = await sharedTestService();
  place = await openTemporaryState();
  leases = await Leases.open(place.state, { log, durationMs: 30_000 });
  issues = new Issues({ state: place.state, services: service.services, leases, log, now: () => nowMs });
});

beforeEach(() => {
  project = `demo/answers-${uuid7()}`;
  nowMs += DAY_MS;
});

afterAll(async () => {
  await issues.close();
  await leases.close();
  await place.remove();
});

interface Answered {
  readonly op?: string;
  readonly output: unknown;
  readonly exception?: string | null;
  readonly hasUsage?: boolean;
  readonly attributes?: object;
  readonly hoursAgo?: number;
}

async function logAnswers(...given: readonly Answered[]): Promise<string[]> {
  const ids: string[] = [];
  const parts = given.flatMap(
    ({ op = "ask", output, exception = null, hasUsage = true, attributes = {}, hoursAgo = 0 }) => {
      const call = { projectId: project, id: uuid7() };
      ids.push(call.id);
      const startedAt = engineTimeOf((nowMs - hoursAgo * 3_600_000) * 1000);
      const usage = hasUsage ? { "gpt-4o": { requests: 1, prompt_tokens: 5, completion_tokens: 2 } } : {};
      return [
        startPart({ ...call, opName: op, startedAt, attributes: payload(attributes) }),
        endPart({ ...call, endedAt: startedAt, exception, output: payload(output), summary: payload({ usage }) }),
      ];
    },
  );
  await service.calls.write(parts);
  return ids;
}

const chat = (message: object, finish_reason = "stop") => ({
  choices: [{ index: 0, finish_reason, message: { role: "assistant", ...message } }],
});

const list = async (): Promise<readonly Issue[]> => {
  const context = { ...service.services, signal: new AbortController().signal };
  return (await issues.list(context, { project_id: project })).issues;
};

/** The calls that the link of an issue lists. */
async function listed(issue: Issue): Promise<string[]> {
  const given = { projectId: project, query: issueCallsQuery(issue), areRootsOnly: false, fromMs: null, toMs: null };
  const { filter, query, problems } = compileSelection(given);
  expect(problems).toEqual([]);
  const body = { project_id: project, filter, ...(query && { query }) };
  const rows = await service.lines<{ id: string }>("calls.streamQuery", streamCalls, body);
  return rows.map(({ id }) => id).sort();
}

/** Answers in the forms of clients, with what is wrong with them. */
const FORMS: readonly (readonly [problem: string, answer: Omit<Answered, "op">])[] = [
  ["truncated", { output: chat({ content: "It is" }, "length") }],
  ["truncated", { output: chat({ content: "" }, "length") }],
  ["truncated", { output: { role: "assistant", content: [{ type: "text", text: "It" }], stop_reason: "max_tokens" } }],
  ["truncated", { output: { candidates: [{ content: { parts: [] }, finishReason: "MAX_TOKENS" }] } }],
  ["truncated", { output: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] } }],
  ["truncated", { output: null, attributes: { "gen_ai.response.finish_reasons": ["length"] } }],
  ["empty", { output: chat({ content: "" }) }],
  ["empty", { output: chat({ content: null }) }],
  ["empty", { output: { role: "assistant", content: [], stop_reason: "end_turn" } }],
  ["empty", { output: "" }],
  ["", { output: chat({ content: 'It said "finish_reason": "length".' }) }],
  ["", { output: chat({ content: "Yes" }) }],
  [
    "",
    {
      output: chat(
        { content: null, tool_calls: [{ id: "1", function: { name: "f", arguments: "{}" } }] },
        "tool_calls",
      ),
    },
  ],
  ["", { output: chat({ content: null, refusal: "No." }) }],
  ["", { output: chat({ content: [{ type: "text", text: "Yes" }] }) }],
  // Nothing was recorded of what they answered.
  ["", { output: null }],
  ["", { output: {} }],
  // No model, failed, or of an evaluation.
  ["", { output: chat({ content: "" }), hasUsage: false }],
  ["", { output: chat({ content: "It is" }, "length"), attributes: { _weave_eval_meta: {} } }],
];

it("are found in the forms of clients, counted from the calls, and listed exactly", async () => {
  const ids = await logAnswers(...FORMS.map(([, answer]) => answer), {
    output: chat({ content: "" }),
    exception: "X: y",
  });
  await issues.look();
  const found = (await list()).filter(({ kind }) => kind === "answer");
  expect(found.map(({ op, pattern }) => `${op} ${pattern}`).sort()).toEqual(["ask empty", "ask truncated"]);
  for (const issue of found) {
    const expected = ids.filter((_id, at) => FORMS[at]?.[0] === issue.pattern).sort();
    expect(issue.call_count).toBe(expected.length);
    expect(await listed(issue)).toEqual(expected);
    const context = { ...service.services, signal: new AbortController().signal };
    const detail = await issues.read(context, { project_id: project, issue_id: issue.id });
    // All answers of the op in production that were read, whatever is wrong with them.
    expect(detail.op_call_count).toBe(FORMS.length - 2);
    expect(detail.examples.map(({ id }) => id).sort()).toEqual(expected);
  }
});

it("are of one op, looked at once, and back after they were resolved", async () => {
  const truncated = { output: chat({ content: "It is" }, "length") };
  await logAnswers({ ...truncated, op: "first" }, { ...truncated, op: "second", hoursAgo: 30 });
  await issues.look();
  await issues.look();
  // What started more than a day before is not looked at.
  const [issue, ...others] = await list();
  expect([issue?.op, issue?.state, others.length]).toEqual(["first", "new", 0]);
  const context = { ...service.services, signal: new AbortController().signal };
  const identity = { userId: "ada", name: "ada", projects: null };
  const change = { project_id: project, issue_id: issue?.id ?? "", action: { kind: "resolve" as const } };
  await issues.change(context, change, identity);
  nowMs += 60_000;
  await logAnswers({ ...truncated, op: "first" });
  await issues.look();
  expect((await list())[0]).toMatchObject({ op: "first", state: "regressed", call_count: 2 });
});
