import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import type { ScoreOfCalls } from "@/lib/api/contract/calls/score-figures";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { routerTarget } from "@/service/testing/router-target";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import type { Target } from "@/test/contract/target";
import { createFeedback } from "./feedback-create";
import { readScoreFigures } from "./scores-figures";

let service: TestService;
let target: Target;
const project = `e/${uuid4()}`;

/** Id, hour of the start, op, and the models of the usage. */
const calls: readonly (readonly [string, number, string, readonly string[]])[] = [
  ["a", 10, "chat", ["small"]],
  ["b", 10, "chat", ["small", "large"]],
  ["c", 11, "chat", []],
  ["d", 11, "search", []],
  ["e", 12, "search", []],
];

beforeAll(async () => {
  service = await sharedTestService();
  target = routerTarget(service, {
    "call.upsertBatch": upsertBatch,
    "feedback.create": createFeedback,
    "scores.figures": readScoreFigures,
  });
  await target.ask("call.upsertBatch", {
    batch: calls.flatMap(([id, hour, op_name, models]) => [
      {
        mode: "start",
        req: {
          start: {
            project_id: project,
            id,
            trace_id: id,
            op_name,
            started_at: `2026-11-20T${hour}:30:00Z`,
            attributes: {},
            inputs: {},
          },
        },
      },
      {
        mode: "end",
        req: {
          end: {
            project_id: project,
            id,
            ended_at: `2026-11-20T${hour}:30:01Z`,
            output: null,
            summary: { usage: Object.fromEntries(models.map((model) => [model, { total_tokens: 1, requests: 1 }])) },
          },
        },
      },
    ]),
  });
  await scored("a", "reward", 0.1);
  await scored("a", "reward", 0.2);
  await scored("b", "reward", 1);
  await scored("c", "reward", 0.8);
  await scored("d", "reward", 0.4);
  await scored("d", "reward", null);
  await scored("e", "reward", "1");
  await scored("a", "close", { within: true, reason: "near" });
  await scored("b", "close", { within: false, reason: "far" });
  await scored("c", "close", { within: true, reason: "near" });
});

const scored = (id: string, name: string, output: unknown) =>
  target.ask("feedback.create", {
    project_id: project,
    weave_ref: `weave:///${project}/call/${id}`,
    feedback_type: `wandb.runnable.${name}`,
    payload: { output },
    runnable_ref: `weave:///${project}/object/${name}:v1`,
  });

const DAY = { after: "2026-11-20T10:00:00Z", before: "2026-11-20T13:00:00Z", bucket_seconds: 3600 };
const figures = (body: Record<string, unknown>) =>
  target.ask("scores.figures", { project_id: project, fields: ["score.reward"], ...DAY, ...body });
const only = ({ scores: [score] }: { scores: readonly ScoreOfCalls[] }): ScoreOfCalls => {
  if (!score) throw new Error("no score");
  return score;
};

describe("the figures of scores", () => {
  it("count the newest value of each call, and neither a null nor an unscored call", async () => {
    const { totals } = only(await figures({}));
    expect(totals).toMatchObject({ call_count: 4, number_count: 3, min: 0.2, max: 1 });
    expect(totals.mean).toBeCloseTo(2 / 3);
  });

  it("are a series over all buckets of the range", async () => {
    const answer = await figures({});
    expect(answer.starts).toHaveLength(3);
    expect(only(answer).buckets.map(({ start, mean, call_count }) => [start.slice(11, 13), mean, call_count])).toEqual([
      ["10", 0.6, 2],
      ["11", 0.8, 1],
      ["12", null, 1],
    ]);
  });

  it("tell a text from the number that it spells", async () => {
    const { bins, values } = only(await figures({}));
    expect(bins).toHaveLength(10);
    expect(bins.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 0, 1]);
    expect(values).toEqual([{ value: "1", count: 1 }]);
  });

  it("hold the share of booleans and the most frequent texts", async () => {
    const { scores } = await figures({ fields: ["score.close.within", "score.close.reason"] });
    expect(scores[0]).toMatchObject({
      totals: { call_count: 3, number_count: 0, mean: null, true_count: 2, false_count: 1 },
      bins: [],
      values: [
        { value: "true", count: 2 },
        { value: "false", count: 1 },
      ],
    });
    expect(scores[1]?.values).toEqual([
      { value: "near", count: 2 },
      { value: "far", count: 1 },
    ]);
  });

  it("are grouped, also by each model of a call and by another score", async () => {
    const groups = async (by: string, limit = 7) =>
      only(await figures({ by, limit })).groups.map(({ value, call_count }) => [value, call_count]);
    expect(await groups("op")).toEqual([
      ["chat", 3],
      ["search", 1],
    ]);
    expect(await groups("model")).toEqual([
      [null, 2],
      ["small", 2],
      ["large", 1],
    ]);
    expect(await groups("score.close.within")).toEqual([
      ["true", 2],
      [null, 1],
      ["false", 1],
    ]);
    expect(only(await figures({ by: "model" })).totals.call_count).toBe(4);
    expect(await groups("op", 1)).toEqual([["chat", 3]]);
    expect(only(await figures({ by: "op", limit: 1 })).group_count).toBe(2);
  });

  it("are those of the selected calls alone", async () => {
    const query = { $expr: { $eq: [{ $getField: "op_name" }, { $literal: "chat" }] } };
    expect(only(await figures({ query })).totals.call_count).toBe(3);
    expect(only(await figures({ before: "2026-11-20T11:00:00Z" })).totals.call_count).toBe(2);
    expect(only(await figures({ after: null, before: null })).totals.call_count).toBe(4);
  });

  it("are empty for a score that nobody gave, and for an empty project", async () => {
    expect(only(await figures({ fields: ["score.none"] }))).toMatchObject({
      totals: { call_count: 0, mean: null },
      buckets: [],
      bins: [],
      groups: [],
    });
    const empty = await figures({ project_id: `e/${uuid4()}`, after: null, before: null });
    expect(empty).toMatchObject({ starts: [], scores: [{ totals: { call_count: 0 } }] });
  });

  it.each([
    [{ fields: ["reward"] }, /fields\.0: reward is not a score/],
    [{ fields: ["score.a..b"] }, /empty part/],
    [{ limit: 0 }, /limit must be between 1 and 50/],
    [{ by: "inputs.a" }, /cannot be grouped by inputs\.a/],
  ])("refuse %o", async (body, message) => {
    const { status, reason } = await target.fail("scores.figures", {
      project_id: project,
      fields: ["score.reward"],
      ...DAY,
      ...body,
    });
    expect(status).toBe(400);
    expect(reason).toMatch(message);
  });
});
