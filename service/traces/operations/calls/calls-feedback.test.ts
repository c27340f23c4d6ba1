import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { feedbackColumns, feedbackTables } from "@/service/traces/store/schema/schema-feedback";
import { upsertBatch } from "./call-upsert-batch";
import { queryCallStats } from "./calls-query-stats";
import { streamCalls } from "./calls-stream-query";

let service: TestService;
const project = `e/${uuid4()}`;
const ids = ["one", "two", "three"].map((name) => `${name}-${uuid7()}`);
const [one = "", two = "", three = ""] = ids;

beforeAll(async () => {
  service = await sharedTestService();
  for (const sql of feedbackTables) await service.store.command(sql);
  const batch = ids.map((id, index) => ({
    mode: "start",
    req: {
      start: {
        project_id: project,
        id,
        op_name: "op",
        started_at: `2026-11-20T10:00:0${index}Z`,
        attributes: {},
        inputs: {},
      },
    },
  }));
  await service.ask("call.upsertBatch", upsertBatch, { batch });
  const given = (callId: string, id: string, given: Record<string, unknown>) => ({
    project_id: project,
    weave_ref: `weave:///${project}/call/${callId}`,
    id,
    is_purged: 0,
    user_id: "someone",
    creator: null,
    created_at: "2026-11-20 11:00:00.000000",
    feedback_type: "wandb.note.1",
    payload: '{"note":"good","score":1.0}',
    annotation_ref: "",
    runnable_ref: "",
    call_ref: "",
    trigger_ref: "",
    ...given,
  });
  const rows = [
    given(one, "a", {}),
    given(one, "b", { created_at: "2026-11-20 12:00:00.000000", feedback_type: "score", payload: '{"value":{"x":7}}' }),
    given(two, "c", { feedback_type: "score", payload: '{"value":{"x":3}}', runnable_ref: "weave:///e/p/op/s:1" }),
    given(three, "d", { is_purged: 1 }),
  ];
  const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await service.store.insert({ table: "feedback", columns: feedbackColumns, lines });
});

const list = (request: Record<string, unknown>) =>
  service.lines<{ id: string; summary: { weave: { feedback?: Record<string, unknown>[] } } }>(
    "calls.streamQuery",
    streamCalls,
    { project_id: project, ...request },
  );

describe("feedback on calls", () => {
  it("is listed in the summary on request, oldest first, without deleted feedback", async () => {
    const calls = await list({ include_feedback: true });
    expect(calls.map((call) => call.summary.weave.feedback?.map(({ id }) => id))).toEqual([["a", "b"], ["c"], []]);
    expect(calls[0]?.summary.weave.feedback?.[0]).toEqual({
      project_id: project,
      weave_ref: `weave:///${project}/call/${one}`,
      id: "a",
      feedback_type: "wandb.note.1",
      creator: null,
      created_at: "2026-11-20T11:00:00Z",
      svc_user_id: "someone",
      wb_user_id: "someone",
      annotation_ref: null,
      runnable_ref: null,
      call_ref: null,
      trigger_ref: null,
      payload: { note: "good", score: 1 },
    });
    const text = await service.text("calls.streamQuery", streamCalls, { project_id: project, include_feedback: true });
    expect(text).toContain('"payload":{"note":"good","score":1.0}');
    expect(JSON.stringify(await list({}))).not.toContain("feedback");
  });

  it("selects and sorts calls by its type and a path in its payload", async () => {
    const value = { $getField: "feedback.[score].payload.value.x" };
    const atLeast = { $gte: [{ $convert: { input: value, to: "double" } }, { $literal: 5 }] };
    expect((await list({ query: { $expr: atLeast } })).map(({ id }) => id)).toEqual([one]);
    const none = { $not: [{ $convert: { input: value, to: "exists" } }] };
    expect((await list({ query: { $expr: none } })).map(({ id }) => id)).toEqual([three]);
    const note = {
      $contains: { input: { $getField: "feedback.[wandb.note.1].payload.note" }, substr: { $literal: "oo" } },
    };
    expect((await list({ query: { $expr: note } })).map(({ id }) => id)).toEqual([one]);
    const scorer = { $eq: [{ $getField: "feedback.[score].runnable_ref" }, { $literal: "weave:///e/p/op/s:1" }] };
    expect((await list({ query: { $expr: scorer } })).map(({ id }) => id)).toEqual([two]);
    const sortBy = [{ field: "feedback.[score].payload.value.x", direction: "asc" }];
    expect((await list({ sort_by: sortBy })).map(({ id }) => id)).toEqual([two, one, three]);
    const body = { project_id: project, query: { $expr: atLeast } };
    expect(await service.ask("calls.queryStats", queryCallStats, body)).toMatchObject({ count: 1 });
  });

  it("of an unused type selects nothing", async () => {
    const hostile = { $getField: "feedback.[x') OR 1=1 --].payload.a" };
    expect(await list({ query: { $expr: { $eq: [hostile, { $literal: "1" }] } } })).toEqual([]);
  });
});
