import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { routerTarget } from "@/service/testing/router-target";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { listFacets } from "@/service/traces/operations/calls/calls-facets";
import { queryCallStats } from "@/service/traces/operations/calls/calls-query-stats";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { queryThreads } from "@/service/traces/operations/calls/threads-stream-query";
import type { Target } from "@/test/contract/target";
import { createFeedback } from "./feedback-create";
import { purgeFeedback } from "./feedback-purge";
import { listScores } from "./scores-list";
import { readScores } from "./scores-read";

let service: TestService;
let target: Target;
const project = `e/${uuid4()}`;
const calls = ["a", "b", "c", "d", "e"];

beforeAll(async () => {
  service = await sharedTestService();
  target = routerTarget(service, {
    "call.upsertBatch": upsertBatch,
    "calls.streamQuery": streamCalls,
    "calls.queryStats": queryCallStats,
    "calls.facets": listFacets,
    "calls.stats": readCallStats,
    "feedback.create": createFeedback,
    "feedback.purge": purgeFeedback,
    "scores.list": listScores,
    "scores.read": readScores,
  });
  await service.ask("call.upsertBatch", upsertBatch, {
    batch: calls.map((id, index) => ({
      mode: "start",
      req: {
        start: {
          project_id: project,
          id,
          trace_id: id === "e" ? "other" : "trace",
          thread_id: id < "c" ? "thread-1" : "thread-2",
          op_name: "op",
          started_at: `2026-11-20T10:00:0${index}Z`,
          attributes: {},
          inputs: {},
        },
      },
    })),
  });
  await scored("a", "reward", 0.25);
  await scored("a", "reward", 0.75);
  await scored("b", "reward", 0.5);
  await scored("c", "reward", 1);
  await scored("c", "reward", null);
  await scored("d", "reward", 0);
  await scored("a", "close", { within: true, distance: 0.5, reason: "near", tags: ["x"] });
  await scored("b", "close", { within: false, distance: null });
  await scored("c", "close", { within: null });
  await client("a", "reward", { value: "fine" });
  await client("b", "tone", { value: "good" });
  await client("c", "tone", { value: "bad", by: "mia" });
  await client("a", "wandb.reaction.1", { emoji: "👍" });
  await client("a", "wandb.note.1", { note: "0.9" });
});

const give = (id: string, feedback: Record<string, unknown>) =>
  target.ask("feedback.create", { project_id: project, weave_ref: `weave:///${project}/call/${id}`, ...feedback });
const scored = (id: string, name: string, output: unknown) =>
  give(id, {
    feedback_type: `wandb.runnable.${name}`,
    payload: { output },
    runnable_ref: `weave:///${project}/object/${name}:v1`,
  });
const client = (id: string, feedback_type: string, payload: unknown) => give(id, { feedback_type, payload });

const field = (path: string) => ({ $getField: path });
const selected = async (operand: unknown, rest: Record<string, unknown> = {}) =>
  (
    await service.lines<{ id: string }>("calls.streamQuery", streamCalls, {
      project_id: project,
      ...(operand === null ? {} : { query: { $expr: operand } }),
      ...rest,
    })
  ).map(({ id }) => id);
const is = (path: string, value: unknown) => ({ $eq: [field(path), { $literal: value }] });
const above = (path: string, value: number) => ({ $gt: [field(path), { $literal: value }] });
const not = (operand: unknown) => ({ $not: [operand] });

describe("score.NAME in a query of calls", () => {
  it("compares the newest value of each call", async () => {
    expect(await selected(above("score.reward@scorer", 0.4))).toEqual(["a", "b"]);
    expect(await selected(above("score.reward@scorer", 0.5))).toEqual(["a"]);
    expect(await selected({ $in: [field("score.tone"), [{ $literal: "good" }, { $literal: "odd" }]] })).toEqual(["b"]);
    expect(await selected({ $contains: { input: field("score.tone"), substr: { $literal: "oo" } } })).toEqual(["b"]);
  });

  it("treats a missing or null score neither as false nor as 0, also when negated", async () => {
    expect(await selected(is("score.close.within", false))).toEqual(["b"]);
    expect(await selected(not(is("score.close.within", true)))).toEqual(["b"]);
    expect(await selected({ $lt: [field("score.reward@scorer"), { $literal: 0.6 }] })).toEqual(["b", "d"]);
    expect(await selected(not(above("score.reward@scorer", 0.6)))).toEqual(["b", "d"]);
  });

  it("finds calls with a score and those without", async () => {
    expect(await selected(not(is("score.reward@scorer", null)))).toEqual(["a", "b", "d"]);
    expect(await selected(is("score.reward@scorer", null))).toEqual(["c", "e"]);
    expect(await selected(is("score.none", null))).toEqual(calls);
  });

  it("tells two sources of one name apart, and reads the newest of both without a source", async () => {
    expect(await selected(is("score.reward@feedback", "fine"))).toEqual(["a"]);
    expect(await selected(is("score.reward", "fine"))).toEqual(["a"]);
    expect(await selected(above("score.reward", 0.4))).toEqual(["b"]);
  });

  it("reads members of an answer, a client's members and reactions", async () => {
    expect(await selected(above("score.close.distance", 0))).toEqual(["a"]);
    expect(await selected(is("score.tone.by", "mia"))).toEqual(["c"]);
    expect(await selected(is("score.reaction", "👍"))).toEqual(["a"]);
    expect(await selected(not(is("score.wandb.note.1.note", null)))).toEqual([]);
  });

  it("sorts calls, those without the score last in both directions", async () => {
    const by = (direction: string) => ({ sort_by: [{ field: "score.reward@scorer", direction }] });
    expect(await selected(null, by("desc"))).toEqual(["a", "b", "d", "e", "c"]);
    expect(await selected(null, by("asc"))).toEqual(["d", "b", "a", "e", "c"]);
  });

  it("counts calls, and lists its values as facets", async () => {
    const query = { $expr: above("score.reward@scorer", 0.1) };
    expect(await target.ask("calls.queryStats", { project_id: project, query })).toMatchObject({ count: 2 });
    const { facets } = await target.ask("calls.facets", { project_id: project, fields: ["score.tone"] });
    expect(facets[0]?.values).toEqual([
      { value: "bad", count: 1 },
      { value: "good", count: 1 },
    ]);
  });

  it("groups the figures of calls by its values", async () => {
    const { groups } = await target.ask("calls.stats", { project_id: project, groups: [{ by: "score.tone" }] });
    const counts = groups[0]?.values.map(({ value, call_count }) => [value, call_count]);
    expect(counts).toEqual(
      expect.arrayContaining([
        ["good", 1],
        ["bad", 1],
        [null, 3],
      ]),
    );
  });

  it.each(["score.", "score..a", "score. "])("refuses the name %s", async (name) => {
    const query = { $expr: is(name, 1) };
    expect((await target.fail("calls.queryStats", { project_id: project, query })).status).toBe(400);
  });
});

describe("/scores/list", () => {
  it("returns each score with its kind, range, counts and values", async () => {
    const { scores, is_partial } = await target.ask("scores.list", { project_id: project });
    expect(is_partial).toBe(false);
    const byField = new Map(scores.map((score) => [score.field, score]));
    expect([...byField.keys()].sort()).toEqual([
      "score.close.distance",
      "score.close.reason",
      "score.close.within",
      "score.reaction",
      "score.reward@feedback",
      "score.reward@scorer",
      "score.tone",
    ]);
    expect(byField.get("score.reward@scorer")).toMatchObject({
      source: "scorer",
      kind: "number",
      count: 5,
      min: 0,
      max: 1,
      mean: 0.5,
      values: [],
    });
    expect(byField.get("score.close.within")).toMatchObject({ kind: "boolean", true_count: 1, false_count: 1 });
    expect(byField.get("score.tone")).toMatchObject({
      kind: "text",
      min: null,
      values: [
        { value: "good", count: 1 },
        { value: "bad", count: 1 },
      ],
    });
  });

  it("returns none for a project without feedback", async () => {
    expect(await target.ask("scores.list", { project_id: `e/${uuid4()}` })).toEqual({ scores: [], is_partial: false });
  });
});

describe("/scores/read", () => {
  const read = (body: Record<string, unknown>) => target.ask("scores.read", { project_id: project, ...body });

  it("returns the newest value and the number of values of calls, and nothing for unscored ones", async () => {
    const { calls: found } = await read({ call_ids: ["a", "c", "e"] });
    expect(found.map(({ id }) => id).sort()).toEqual(["a", "c"]);
    const scores = found.find(({ id }) => id === "a")?.scores;
    expect(scores).toMatchObject([
      { name: "close.distance", value: 0.5, count: 1 },
      { name: "close.reason", value: "near" },
      { name: "close.within", value: true },
      { name: "reaction", source: "reaction", value: "👍" },
      { name: "reward", source: "feedback", value: "fine", count: 1 },
      { name: "reward", source: "scorer", value: 0.75, count: 2, mean: null },
    ]);
    expect(found.find(({ id }) => id === "c")?.scores.map(({ name }) => name)).toEqual(["tone"]);
  });

  it("returns the scored calls of a trace", async () => {
    expect((await read({ trace_id: "trace" })).calls.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "d"]);
    expect((await read({ trace_id: "other" })).calls).toEqual([]);
  });

  it("combines the scores of a thread and of its calls", async () => {
    await target.ask("feedback.create", {
      project_id: project,
      weave_ref: `weave:///${project}/thread/thread-2`,
      feedback_type: "solved",
      payload: { value: true },
    });
    const { threads } = await read({ thread_ids: ["thread-1", "thread-2", "thread-3"] });
    const scoresOf = (id: string) => threads.find((thread) => thread.id === id)?.scores ?? [];
    expect(scoresOf("thread-1").find(({ name, source }) => name === "reward" && source === "scorer")).toMatchObject({
      value: 0.5,
      mean: 0.625,
      count: 3,
    });
    expect(scoresOf("thread-2").find(({ name }) => name === "solved")).toMatchObject({ value: true, mean: null });
    expect(threads).toHaveLength(2);
  });

  it("forgets a score that was removed", async () => {
    const made = await scored("e", "late", 1);
    expect((await read({ call_ids: ["e"] })).calls).toHaveLength(1);
    await target.ask("feedback.purge", { project_id: project, query: { $expr: is("id", made.id) } });
    expect((await read({ call_ids: ["e"] })).calls).toEqual([]);
    expect(await selected(not(is("score.late", null)))).toEqual([]);
  });
});

describe("threads by their calls", () => {
  const threads = async (request: Record<string, unknown>) =>
    (
      await service.lines<{ thread_id: string }>("threads.streamQuery", queryThreads, {
        project_id: project,
        ...request,
      })
    ).map(({ thread_id }) => thread_id);
  const having = (...conditions: readonly unknown[]) => threads({ filter: { calls: conditions } });
  const some = (operand: unknown) => ({ query: { $expr: operand } });
  const none = (operand: unknown) => ({ query: { $expr: operand }, none: true });

  beforeAll(async () => {
    for (const thread of ["thread-1", "thread-2", "thread-3"]) {
      const id = `turn of ${thread}`;
      await service.ask("call.upsertBatch", upsertBatch, {
        batch: [
          {
            mode: "start",
            req: {
              start: {
                project_id: project,
                id,
                turn_id: id,
                thread_id: thread,
                trace_id: id,
                op_name: "turn",
                started_at: "2026-11-20T11:00:00Z",
                attributes: { env: thread === "thread-3" ? "staging" : "prod" },
                inputs: {},
              },
            },
          },
        ],
      });
    }
    await target.ask("feedback.create", {
      project_id: project,
      weave_ref: `weave:///${project}/thread/thread-3`,
      feedback_type: "wandb.runnable.reward",
      payload: { output: -1 },
      runnable_ref: `weave:///${project}/object/reward:v1`,
    });
  });

  it("are those of which some call, or the thread itself, meets each condition", async () => {
    expect((await having(some(above("score.reward@scorer", 0.4)))).sort()).toEqual(["thread-1"]);
    expect(await having(some({ $lt: [field("score.reward@scorer"), { $literal: 0 }] }))).toEqual(["thread-3"]);
    expect(await having(some(above("score.reward@scorer", -5)), some(is("attributes.env", "staging")))).toEqual([
      "thread-3",
    ]);
    expect((await having({ filter: { call_ids: ["a", "d"] } })).sort()).toEqual(["thread-1", "thread-2"]);
  });

  it("are those of which no call meets a condition with none", async () => {
    expect((await having(none(above("score.reward@scorer", 0.4)))).sort()).toEqual(["thread-2", "thread-3"]);
    expect(await having(none(not(is("score.reward@scorer", null))))).toEqual([]);
  });

  it("are sorted by the mean of their newest scores, those without one last", async () => {
    const sorted = (field: string, direction: string) => threads({ sort_by: [{ field, direction }] });
    expect(await sorted("score.reward@scorer", "desc")).toEqual(["thread-1", "thread-2", "thread-3"]);
    expect(await sorted("score.reward@scorer", "asc")).toEqual(["thread-3", "thread-2", "thread-1"]);
    expect((await sorted("score.close.within", "asc"))[0]).toBe("thread-1");
    expect(await sorted("score.none", "asc")).toHaveLength(3);
  });

  it("are refused for a field that calls do not have", async () => {
    await expect(having(some(is("colour", 1)))).rejects.toThrow(/colour/);
  });
});
