import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationResults } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { SliceComparison } from "@/lib/api/contract/evaluations/slice-comparison";
import type { EvaluationSlices } from "@/lib/api/contract/evaluations/slices";
import type { EvaluationValues } from "@/lib/api/contract/evaluations/values";
import { countedValue } from "@/lib/evaluation/statistics/counted-value";
import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { deleteObject } from "@/service/objects/operations/objects/object-delete";
import { createTable } from "@/service/objects/operations/tables/table-create";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { sized } from "@/test/setup/test-length";
import { compareEvaluations } from "./evaluations-compare";
import { compareEvaluationSlices } from "./evaluations-compare-slices";
import { readEvaluationFigures } from "./evaluations-figures";
import { queryEvaluations } from "./evaluations-query";
import { listEvaluationResults } from "./evaluations-results";
import { sliceEvaluation } from "./evaluations-slices";
import { readEvaluationValues } from "./evaluations-values";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

const newProject = () => `e/${uuid4()}`;

const STARTED_MS = Date.parse("2026-11-20T10:00:00Z");
const at = (seconds: number) => new Date(STARTED_MS + seconds * 1000).toISOString();

/** One trial as a test states it. */
interface StatedTrial {
  readonly example: unknown;
  readonly answer?: unknown;
  readonly scores?: Readonly<Record<string, unknown>>;
  readonly exception?: string;
  readonly output?: unknown;
  readonly children?: readonly Record<string, unknown>[];
  readonly isOpen?: boolean;
}

interface StatedRun {
  readonly name?: string;
  readonly self?: unknown;
  readonly model?: unknown;
  readonly inputs?: Record<string, unknown>;
  readonly attributes?: Record<string, unknown>;
  readonly output?: unknown;
  readonly exception?: string;
  readonly isOpen?: boolean;
  readonly startedAt?: string;
  readonly op?: string;
  readonly trialOp?: string;
  readonly trials: readonly StatedTrial[];
}

/** Parts of runs, which are sent together before the next request. */
let unsent: unknown[] = [];

async function ask<Result>(...request: Parameters<TestService["ask"]>): Promise<Result> {
  const batch = unsent;
  unsent = [];
  if (batch.length > 0) await service.ask("call.upsertBatch", upsertBatch, { batch });
  return await service.ask<Result>(...request);
}

/** Logs a run as the Python SDK does, and returns its id. */
function logRun(project: string, run: StatedRun): string {
  const id = uuid7();
  const parts: unknown[] = [];
  const add = (call: Record<string, unknown>, end: Record<string, unknown> | null) => {
    const callId = (call.id as string | undefined) ?? uuid7();
    parts.push({ req: { start: { project_id: project, trace_id: id, attributes: {}, ...call, id: callId } } });
    if (end !== null) parts.push({ req: { end: { project_id: project, id: callId, summary: {}, ...end } } });
    return callId;
  };
  const root = {
    id,
    op_name: run.op ?? `weave:///${project}/op/Evaluation.evaluate:abc`,
    display_name: run.name,
    started_at: run.startedAt ?? at(0),
    attributes: run.attributes ?? {},
    inputs: { self: run.self ?? "plain", model: run.model ?? "model", ...run.inputs },
  };
  add(
    root,
    run.isOpen ? null : { ended_at: at(100), output: "output" in run ? run.output : {}, exception: run.exception },
  );
  for (const [index, trial] of run.trials.entries()) {
    const output =
      trial.output !== undefined
        ? trial.output
        : { output: trial.answer ?? "answer", scores: trial.scores ?? {}, model_latency: 0.5 };
    const trialId = add(
      {
        parent_id: id,
        op_name: run.trialOp ?? `weave:///${project}/op/Evaluation.predict_and_score:abc`,
        started_at: at(1 + index),
        inputs: { self: "plain", model: "model", example: trial.example },
      },
      trial.isOpen
        ? null
        : { ended_at: at(2 + index), output: trial.exception ? null : output, exception: trial.exception },
    );
    for (const { exception, output: childOutput, ...child } of trial.children ?? []) {
      add(
        { parent_id: trialId, started_at: at(1 + index), inputs: {}, ...child },
        { ended_at: at(1.25 + index), output: childOutput ?? null, exception, summary: child.summary ?? {} },
      );
    }
  }
  unsent.push(...parts);
  return id;
}

const list = async (project: string) =>
  (await ask<{ runs: EvaluationRun[] }>("evaluations.query", queryEvaluations, { project_id: project })).runs;

async function figures(project: string, id: string, against?: string, rest: object = {}): Promise<EvaluationFigures> {
  const { runs } = await ask<{ runs: EvaluationFigures[] }>("evaluations.figures", readEvaluationFigures, {
    project_id: project,
    runs: [{ id, against_id: against }],
    ...rest,
  });
  if (runs[0] === undefined) throw new Error("No figures");
  return runs[0];
}

const results = (project: string, ids: readonly string[], rest: object = {}) =>
  ask<EvaluationResults>("evaluations.results", listEvaluationResults, {
    project_id: project,
    run_ids: ids,
    ...rest,
  });

const scored = (passes: readonly boolean[], name = "exact") =>
  passes.map((pass, index) => ({ example: { n: index, kind: index % 2 ? "odd" : "even" }, scores: { [name]: pass } }));

describe("the list of evaluations", () => {
  it("says how each run stands", async () => {
    const project = newProject();
    const now = new Date().toISOString();
    logRun(project, { name: "finished", output: { exact: {} }, trials: [] });
    logRun(project, { name: "failed", exception: '{"type":"TypeError","message":"no column"}', trials: [] });
    logRun(project, { name: "cancelled", exception: "cancelled", trials: [] });
    logRun(project, { name: "unsummarized", output: null, trials: scored([true]) });
    logRun(project, { name: "lost", isOpen: true, trials: scored([true, false]) });
    logRun(project, { name: "running", isOpen: true, startedAt: now, trials: [] });
    const runs = await list(project);
    expect(Object.fromEntries(runs.map(({ name, state }) => [name, state]))).toEqual({
      finished: "finished",
      failed: "failed",
      cancelled: "cancelled",
      unsummarized: "unsummarized",
      lost: "lost",
      running: "running",
    });
    expect(runs.find(({ name }) => name === "failed")?.exception).toBe("TypeError: no column");
    expect(runs.find(({ name }) => name === "lost")).toMatchObject({ ended_trial_count: 2 });
    expect(runs.find(({ name }) => name === "lost")?.last_activity_at).not.toBeNull();
  });

  it("finds a run below another op, in both spellings and without a version", async () => {
    const project = newProject();
    logRun(project, { name: "typescript", op: "Evaluation.evaluate", inputs: { nTrials: 3 }, trials: [] });
    logRun(project, { name: "other", op: `weave:///${project}/op/MyEvaluation.evaluate:abc`, trials: [] });
    expect((await list(project)).map(({ name, trials }) => [name, trials])).toEqual([["typescript", 3]]);
  });

  it("reads dataset, planned trials and scorers from the objects, and says when the dataset was deleted", async () => {
    const project = newProject();
    const { digest: table } = await ask<{ digest: string }>("table.create", createTable, {
      table: { project_id: project, rows: [{ n: 1 }, { n: 2 }] },
    });
    const publish = async (object_id: string, val: unknown) => {
      const { digest } = await ask<{ digest: string }>("obj.create", createObject, {
        obj: { project_id: project, object_id, val },
      });
      return `weave:///${project}/object/${object_id}:${digest}`;
    };
    const dataset = await publish("sums", { _type: "Dataset", rows: `weave:///${project}/table/${table}` });
    const scorer = `weave:///${project}/op/exact:abc`;
    const self = await publish("sums-evaluation", { _type: "Evaluation", dataset, trials: 2, scorers: [scorer] });
    logRun(project, { self, model: `weave:///${project}/object/Adder:abc`, trials: [] });
    expect((await list(project))[0]).toMatchObject({
      name: "sums-evaluation",
      evaluation_id: "sums-evaluation",
      model_name: "Adder",
      dataset_name: "sums",
      dataset_version: 0,
      dataset_key: table,
      dataset_state: "stored",
      dataset_row_count: 2,
      trials: 2,
      expected_trial_count: 4,
      scorer_refs: [scorer],
    });
    await ask("obj.delete", deleteObject, { project_id: project, object_id: "sums" });
    expect((await list(project))[0]).toMatchObject({
      dataset_name: "sums",
      dataset_version: null,
      dataset_state: "deleted",
      dataset_row_count: null,
    });
  });
});

describe("figures of an evaluation", () => {
  it("make one value per example before anything else, and an interval only from ten examples on", async () => {
    const project = newProject();
    const example = (n: number, pass: boolean) => ({ example: { n }, scores: { exact: pass } });
    const few = logRun(project, {
      trials: [example(1, true), example(1, false), example(1, false), example(2, true)],
    });
    const found = await figures(project, few);
    expect(found).toMatchObject({ example_count: 2, trial_count: 4, trials_per_example: { minimum: 1, maximum: 3 } });
    expect(found.scores[0]).toMatchObject({ id: "exact", interval: null, flaky_count: 1, example_count: 2 });
    expect(found.scores[0]?.mean).toBeCloseTo((1 / 3 + 1) / 2);
    const many = logRun(project, { trials: scored(Array.from({ length: 20 }, (_, index) => index < 16)) });
    const [score] = (await figures(project, many)).scores;
    expect(score).toMatchObject({ mean: 0.8, interval_method: "wilson" });
    expect(score?.interval?.low).toBeCloseTo(0.58, 2);
    expect(score?.interval?.high).toBeCloseTo(0.92, 2);
  });

  it("keep a null, a missing score and a scorer that failed apart from false and 0", async () => {
    const project = newProject();
    const id = logRun(project, {
      output: { exact: { true_count: 1, true_fraction: 0.25 } },
      trials: [
        { example: 1, scores: { exact: true } },
        { example: 2, scores: { exact: null } },
        { example: 3, scores: {} },
        {
          example: 4,
          exception: "RuntimeError",
          children: [
            { op_name: `weave:///${project}/op/Model.predict:abc`, output: "answer" },
            { op_name: `weave:///${project}/op/exact:abc`, exception: "RuntimeError" },
          ],
        },
      ],
    });
    const found = await figures(project, id);
    expect(found).toMatchObject({ error_count: 0, scorer_failure_count: 1 });
    expect(found.scores[0]).toMatchObject({
      mean: 1,
      trial_count: 1,
      missing_count: 3,
      failure_count: 1,
      logged: 0.25,
      logged_differs: true,
    });
  });

  it("read a score that the trial lost from the call of its scorer", async () => {
    const project = newProject();
    const id = logRun(project, {
      trials: [
        { example: 1, scores: { exact: true, close: { distance: 2 } } },
        {
          example: 2,
          exception: "RuntimeError",
          children: [
            { op_name: `weave:///${project}/op/Model.predict:abc`, output: "answer" },
            { op_name: `weave:///${project}/op/exact:abc`, exception: "RuntimeError" },
            { op_name: `weave:///${project}/op/close:abc`, output: { distance: 4 } },
          ],
        },
      ],
    });
    const found = await figures(project, id);
    expect(found.scores.find((score) => score.id === "close.distance")).toMatchObject({ mean: 3, trial_count: 2 });
  });

  it("count a trial without an answer as failed, unless asked not to", async () => {
    const project = newProject();
    const id = logRun(project, {
      trials: [
        { example: 1, scores: { exact: true } },
        { example: 2, output: { output: null, scores: {} } },
        { example: 3, output: { model_success: false, scores: {} } },
      ],
    });
    const found = await figures(project, id);
    expect(found.error_count).toBe(2);
    expect(found.scores[0]?.mean).toBeCloseTo(1 / 3);
    expect((await figures(project, id, undefined, { errors_as_failures: false })).scores[0]?.mean).toBe(1);
  });

  it("keep two scorers of one name apart, from their calls", async () => {
    const project = newProject();
    const scorers = ["abcd1", "wxyz2"].map((digest) => `weave:///${project}/op/judge:${digest}`);
    const { digest } = await ask<{ digest: string }>("obj.create", createObject, {
      obj: { project_id: project, object_id: "twice", val: { _type: "Evaluation", scorers } },
    });
    const id = logRun(project, {
      self: `weave:///${project}/object/twice:${digest}`,
      trials: [
        {
          example: 1,
          scores: { judge: 2 },
          children: scorers.map((op_name, index) => ({ op_name, output: index + 1 })),
        },
      ],
    });
    const { scores } = await figures(project, id);
    expect(scores.map((score) => [score.id, score.mean])).toEqual([
      ["judge (abcd)", 1],
      ["judge (wxyz)", 2],
    ]);
  });

  it("take latency, tokens and errors from the call of the model", async () => {
    const project = newProject();
    const usage = { "no-such-model": { prompt_tokens: 10, completion_tokens: 5, requests: 1 } };
    const id = logRun(project, {
      model: `weave:///${project}/op/plain:abc`,
      trials: [
        {
          example: 1,
          scores: { exact: true },
          children: [{ op_name: `weave:///${project}/op/plain:abc`, output: "a", summary: { usage } }],
        },
      ],
    });
    const found = await figures(project, id);
    expect(found).toMatchObject({ total_tokens: 15, cost_usd: null, latency_ms: { p50: 250, p99: 250 } });
  });

  it("show texts as shares, without a mean", async () => {
    const project = newProject();
    const id = logRun(project, {
      trials: ["good", "good", "bad"].map((tone, index) => ({ example: index, scores: { tone } })),
    });
    expect((await figures(project, id)).scores[0]).toMatchObject({
      kind: "text",
      mean: null,
      values: [
        { value: "good", count: 2 },
        { value: "bad", count: 1 },
      ],
    });
  });

  it("see trials that are added or deleted later", async () => {
    const project = newProject();
    const id = logRun(project, { trials: scored([true]) });
    expect((await figures(project, id)).trial_count).toBe(1);
    const trial = uuid7();
    const base = { project_id: project, id: trial };
    const start = { ...base, trace_id: id, parent_id: id, op_name: "Evaluation.predict_and_score", started_at: at(50) };
    await ask("call.upsertBatch", upsertBatch, {
      batch: [
        { req: { start: { ...start, attributes: {}, inputs: { example: { n: 9 } } } } },
        { req: { end: { ...base, ended_at: at(51), summary: {}, output: { output: "b", scores: { exact: false } } } } },
      ],
    });
    expect((await figures(project, id)).scores[0]?.mean).toBe(0.5);
  });

  it("say that a run does not exist", async () => {
    await expect(figures(newProject(), uuid7())).rejects.toThrow(NotFoundError);
  });
});

describe("results of evaluations", () => {
  const passes = Array.from({ length: 12 }, (_, index) => index % 3 !== 0);

  it("are filtered, sorted and paged by the service, with counts of every filter", async () => {
    const project = newProject();
    const id = logRun(project, { trials: scored(passes) });
    const all = await results(project, [id], { limit: 5 });
    expect(all).toMatchObject({ total_count: 12, counts: { all: 12, failing: 4, disagreeing: 0, errors: 0 } });
    expect(all.rows).toHaveLength(5);
    expect(all.members).toEqual(["n", "kind"]);
    const failing = await results(project, [id], { show: "failing", limit: 2, offset: 2 });
    expect(failing.rows.map(({ example }) => JSON.parse(example ?? "").n)).toEqual([6, 9]);
    expect(failing.total_count).toBe(4);
    const odd = await results(project, [id], { where: [{ path: "kind", value: "odd" }], search: '"n":1' });
    expect(odd.rows.map(({ example }) => JSON.parse(example ?? "").n)).toEqual([1, 11]);
    expect(odd.rows[0]?.runs[0]?.trials[0]).toMatchObject({
      state: "answered",
      output: '"answer"',
      scores: { exact: true },
    });
  });

  it("have whole texts on request, on pages that end early where texts are long", async () => {
    const project = newProject();
    const long = "é\u{1f600}x".repeat(600_000);
    const id = logRun(project, {
      trials: [0, 1, 2].map((n) => ({ example: { n, text: long.slice(0, 30_000) }, answer: `${n}${long}` })),
    });
    const [begin] = (await results(project, [id])).rows;
    expect(begin?.example).toHaveLength(20_000);
    expect(begin?.runs[0]?.trials[0]?.output?.length).toBeLessThan(4001);
    const read: unknown[] = [];
    while (read.length < 3) {
      const { rows, total_count } = await results(project, [id], { texts: "whole", offset: read.length });
      expect(total_count).toBe(3);
      expect(rows.length).toBe(read.length < 2 ? 2 : 1);
      for (const { example, runs } of rows) {
        read.push([JSON.parse(example ?? ""), JSON.parse(runs[0]?.trials[0]?.output ?? "")]);
      }
    }
    expect(read).toEqual([0, 1, 2].map((n) => [{ n, text: long.slice(0, 30_000) }, `${n}${long}`]));
  });

  it("keep the order of trials that are read in several blocks", async () => {
    const project = newProject();
    const count = sized({ once: 5_020, all: 10_020 });
    const id = logRun(project, {
      trials: Array.from({ length: count }, (_, n) => ({ example: { n }, answer: n, scores: { exact: n % 2 === 0 } })),
    });
    const { rows, total_count, counts } = await results(project, [id], { offset: count - 30, limit: 30 });
    expect([total_count, counts.failing]).toEqual([count, count / 2]);
    expect(rows.map(({ example }) => example)).toEqual(
      Array.from({ length: 30 }, (_, n) => JSON.stringify({ n: count - 30 + n })),
    );
  });

  it("give each of many trials the call of its own model", async () => {
    const project = newProject();
    const trials = Array.from({ length: 120 }, (_, index) => {
      const exception = index % 40 === 7 ? "the model is down" : undefined;
      const summary = { usage: { "gpt-4o-mini": { prompt_tokens: index + 1 } } };
      return {
        example: { n: index % 40 },
        scores: { exact: true },
        children: [{ op_name: "model", output: exception === undefined ? "answer" : null, exception, summary }],
      };
    });
    const id = logRun(project, { trials });
    const { rows } = await results(project, [id], { limit: 40 });
    const stored = rows.flatMap(({ runs }) => runs[0]?.trials ?? []);
    expect(stored.filter(({ state }) => state === "failed").map(({ total_tokens: tokens }) => tokens)).toEqual([
      8, 48, 88,
    ]);
    expect(
      stored.map(({ total_tokens: tokens }) => tokens).toSorted((left, right) => (left ?? 0) - (right ?? 0)),
    ).toEqual(trials.map((_, index) => index + 1));
  });

  it("show the trials of an interrupted run, and of one without a summary", async () => {
    const project = newProject();
    const trials: StatedTrial[] = [...scored([true, false]), { example: { n: 9 }, isOpen: true }];
    for (const stated of [
      { isOpen: true, trials },
      { output: null, trials },
    ]) {
      const id = logRun(project, stated);
      expect(await figures(project, id)).toMatchObject({
        trial_count: 3,
        running_count: 1,
        error_count: 0,
        logged_summary: null,
        scores: [{ id: "exact", mean: 0.5, logged: null, missing_count: 0 }],
      });
      const { rows, counts } = await results(project, [id]);
      expect(rows.map(({ runs }) => runs[0]?.trials[0]?.state)).toEqual(["answered", "answered", "running"]);
      expect(counts).toMatchObject({ all: 3, failing: 1, errors: 0, missing: 0 });
    }
  });

  it("show the examples of a dataset that was deleted, without their positions", async () => {
    const project = newProject();
    const rows = [{ question: "a" }, { question: "b" }];
    const { digest: table, row_digests: digests } = await ask<{ digest: string; row_digests: string[] }>(
      "table.create",
      createTable,
      { table: { project_id: project, rows } },
    );
    const publish = async (object_id: string, val: unknown) => {
      const obj = { project_id: project, object_id, val };
      const { digest } = await ask<{ digest: string }>("obj.create", createObject, { obj });
      return `weave:///${project}/object/${object_id}:${digest}`;
    };
    const dataset = await publish("rows", { _type: "Dataset", rows: `weave:///${project}/table/${table}` });
    const self = await publish("of-rows", { _type: "Evaluation", dataset, trials: 1, scorers: [] });
    const id = logRun(project, {
      self,
      trials: digests.map((digest) => ({ example: `${dataset}/attr/rows/id/${digest}`, scores: { exact: true } })),
    });
    const shown = async () => (await results(project, [id])).rows.map(({ example, position }) => [example, position]);
    expect(await shown()).toEqual(rows.map((row, index) => [JSON.stringify(row), index]));
    await ask("obj.delete", deleteObject, { project_id: project, object_id: "rows" });
    expect(await shown()).toEqual(rows.map((row) => [JSON.stringify(row), null]));
  });

  it("show scores of any shape as they are", { tags: ["all"] }, async () => {
    const project = newProject();
    const shapes = [true, 0, 0.5, "fine", ["a", 1], { deep: { er: [null] }, flag: false }, null];
    const id = logRun(project, {
      trials: shapes.map((shape, n) => ({ example: { n }, scores: { shape } })),
    });
    const { rows, scores } = await results(project, [id]);
    expect(rows.map(({ runs }) => runs[0]?.trials[0]?.scores)).toEqual([
      { shape: true },
      { shape: 0 },
      { shape: 0.5 },
      { shape: "fine" },
      { shape: '["a",1]' },
      { "shape.deep.er": "[null]", "shape.flag": false },
      { shape: null },
    ]);
    expect(scores.map((score) => score.id)).toEqual(["shape", "shape.deep.er", "shape.flag"]);
  });

  it("find an example by its key in or out of the list, and the next that a filter selects", async () => {
    const project = newProject();
    const id = logRun(project, { trials: scored(passes) });
    const keys = (await results(project, [id])).rows.map(({ key }) => key);
    const find = async (given: object, rest: object = {}) => {
      const { found } = await results(project, [id], { limit: 1, find: given, ...rest });
      return found ? { at: keys.indexOf(found.row.key), index: found.index } : found;
    };
    expect(await find({ key: keys[7] })).toEqual({ at: 7, index: 7 });
    expect(await find({ key: keys[9] }, { show: "failing" })).toEqual({ at: 9, index: 3 });
    expect(await find({ key: keys[7] }, { show: "failing" })).toEqual({ at: 7, index: null });
    expect(await find({ key: "gone" })).toBeNull();
    expect(await find({ key: keys[3], next: "failing" })).toEqual({ at: 6, index: 6 });
    expect(await find({ next: "failing" }, { where: [{ path: "kind", value: "odd" }] })).toEqual({ at: 3, index: 1 });
    expect(await find({ key: keys[9], next: "failing" })).toBeNull();
    expect((await results(project, [id])).found).toBeUndefined();
  });

  it("align examples by content, and say how many met", async () => {
    const project = newProject();
    const first = logRun(project, { trials: scored(passes) });
    const trials = [...scored(passes.map(() => true)).slice(2), { example: { n: 99 }, scores: { exact: true } }];
    // The same numbers in another order of members.
    const reordered = trials.map(({ example, ...rest }) => ({
      ...rest,
      example: Object.fromEntries(Object.entries(example).reverse()),
    }));
    const second = logRun(project, { trials: reordered });
    const both = await results(project, [first, second], {
      show: "better",
      sort_by: { by: "change", direction: "desc" },
    });
    expect(both).toMatchObject({ shared_count: 10, only_counts: [2, 1], total_count: 3 });
    expect(both.rows.map(({ runs }) => runs[1]?.change)).toEqual([1, 1, 1]);
    expect((await results(project, [first, second], { show: "unshared" })).total_count).toBe(3);
  });

  it("align by some members where rows were edited", { tags: ["all"] }, async () => {
    const project = newProject();
    const first = logRun(project, { trials: [{ example: { id: 1, text: "a" }, scores: { s: 1 } }] });
    const second = logRun(project, { trials: [{ example: { id: 1, text: "b" }, scores: { s: 3 } }] });
    expect((await results(project, [first, second])).shared_count).toBe(0);
    const aligned = await results(project, [first, second], { align_by: ["id"] });
    expect(aligned.shared_count).toBe(1);
    expect(aligned.rows[0]?.runs[1]?.change).toBe(2);
  });

  it("reject a score that no run has", async () => {
    const project = newProject();
    const id = logRun(project, { trials: scored([true]) });
    await expect(results(project, [id], { score: "nothing" })).rejects.toThrow(InvalidRequestError);
  });
});

describe("a comparison of evaluations", () => {
  const compare = (project: string, ids: readonly string[]) =>
    ask<EvaluationCompareResult>("evaluations.compare", compareEvaluations, {
      project_id: project,
      run_ids: ids,
    });

  it("have the means of their own pages, whatever they share, and count examples with a value", async () => {
    const project = newProject();
    const examples = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
    const trials = (count: number, passes: number) =>
      examples(count).map((example, at) => ({ example, scores: { exact: at < passes } }));
    const failed = [{ example: { n: 19 }, exception: "the model failed" }];
    const first = logRun(project, { trials: trials(20, 15) });
    const second = logRun(project, { trials: [...trials(12, 9), ...failed] });
    const { runs } = await compare(project, [first, second]);
    const { runs: own } = await ask<{ runs: EvaluationFigures[] }>("evaluations.figures", readEvaluationFigures, {
      project_id: project,
      runs: [{ id: first }, { id: second }],
    });
    // 15 of 20, and 9 of 13: the failed trial counts as 0.
    expect(runs.map(({ scores }) => scores[0]?.mean)).toEqual([0.75, expect.closeTo(9 / 13, 9)]);
    expect(runs.map(({ scores }) => scores[0]?.mean)).toEqual(own.map(({ scores }) => scores[0]?.mean));
    expect(runs.map(({ scores }) => scores[0]?.example_count)).toEqual([20, 13]);
    expect(runs[1]?.scores[0]?.comparison?.examples).toBe(13);
  });

  it("has one mean of failed trials and missing scores in the list, on the page, in the comparison and in the export", async () => {
    const project = newProject();
    const trials: StatedTrial[] = Array.from({ length: 20 }, (_, n) => {
      if (n % 5 === 4) return { example: { n }, exception: "the model failed" };
      // Some scores are missing, and each example has two trials of which one may fail.
      return { example: { n }, scores: n % 7 === 3 ? { tone: n } : { exact: n % 3 > 0, tone: n / 2 } };
    });
    const again = trials.map((trial, n): StatedTrial => (n % 4 === 0 ? { ...trial, exception: "cut off" } : trial));
    const id = logRun(project, { trials: [...trials, ...again] });
    const figures = await ask<{ runs: EvaluationFigures[] }>("evaluations.figures", readEvaluationFigures, {
      project_id: project,
      runs: [{ id }],
    });
    const other = logRun(project, { trials });
    const compared = await compare(project, [id, other]);
    const { rows } = await ask<EvaluationResults>("evaluations.results", listEvaluationResults, {
      ...{ project_id: project, run_ids: [id], limit: 100 },
    });
    const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const [name, kind] of [
      ["exact", "boolean"],
      ["tone", "number"],
    ] as const) {
      const examples = rows.flatMap(({ runs }) => {
        const counted = (runs[0]?.trials ?? []).flatMap(
          ({ state, scores }) => countedValue({ state, value: scores[name], kind }) ?? [],
        );
        return counted.length === 0 ? [] : [meanOf(counted)];
      });
      const scoreOf = ({ scores = [] }: { scores?: readonly { id: string; mean: number | null }[] } = {}) =>
        scores.find((score) => score.id === name);
      expect(examples.length).toBeLessThan(name === "exact" ? 20 : 17);
      expect(scoreOf(figures.runs[0])).toMatchObject({
        mean: expect.closeTo(meanOf(examples), 9),
        example_count: examples.length,
      });
      expect(scoreOf(compared.runs[0])?.mean).toBe(scoreOf(figures.runs[0])?.mean);
    }
  });

  it("is paired by example, with wins, ties and losses", async () => {
    const project = newProject();
    const first = logRun(project, { trials: scored(Array.from({ length: 40 }, (_, index) => index < 10)) });
    const second = logRun(project, { trials: scored(Array.from({ length: 40 }, (_, index) => index < 28)) });
    const { runs, shared_count, warnings } = await compare(project, [first, second]);
    expect(shared_count).toBe(40);
    expect(warnings).toEqual([]);
    expect(runs[0]?.scores[0]).toMatchObject({ comparison: null, mean: 0.25 });
    expect(runs[1]?.scores[0]?.comparison).toMatchObject({
      higher: 18,
      same: 22,
      lower: 0,
      verdict: "higher",
      test: "mcnemar",
      win_share: 29 / 40,
    });
  });

  it("compares two scorers of one name each with itself, and leaves out a trial whose scorer failed", {
    tags: ["all"],
  }, async () => {
    const project = newProject();
    const scorers = ["abcd1", "wxyz2"].map((digest) => `weave:///${project}/op/judge:${digest}`);
    const { digest } = await ask<{ digest: string }>("obj.create", createObject, {
      obj: { project_id: project, object_id: "twice", val: { _type: "Evaluation", scorers } },
    });
    const log = (of: (row: number, scorer: number) => object) =>
      logRun(project, {
        self: `weave:///${project}/object/twice:${digest}`,
        trials: Array.from({ length: 12 }, (_, row) => ({
          example: { row },
          scores: { judge: 0 },
          children: scorers.map((op_name, scorer) => ({ op_name, ...of(row, scorer) })),
        })),
      });
    const first = await log((_row, scorer) => ({ output: scorer }));
    const second = await log((row, scorer) =>
      row === 0 && scorer === 1 ? { exception: "RuntimeError" } : { output: scorer + 2 * scorer },
    );
    const { runs } = await compare(project, [first, second]);
    expect(runs[1]?.scores.map(({ id, comparison }) => [id, comparison?.examples, comparison?.difference])).toEqual([
      ["judge (abcd)", 12, 0],
      ["judge (wxyz)", 11, 2],
    ]);
  });

  it("says when there are too few examples, and when runs are hardly comparable", async () => {
    const project = newProject();
    const first = logRun(project, { trials: scored([true, false, true]) });
    const second = logRun(project, { trials: scored([true]), isOpen: true });
    const { runs, warnings } = await compare(project, [first, second]);
    expect(runs[1]?.scores[0]?.comparison).toMatchObject({ verdict: "too-few-examples", interval: null, p: null });
    expect(warnings).toContain("Only 1 of 3 examples are in all runs.");
    expect(warnings.some((warning) => warning.startsWith("Not finished"))).toBe(true);
  });
});

describe("values of evaluations", () => {
  const values = (project: string, runIds: readonly string[], score: string) =>
    ask<EvaluationValues>("evaluations.values", readEvaluationValues, {
      project_id: project,
      run_ids: runIds,
      score,
    });

  it("are the means over trials of all examples, under the keys of their rows", async () => {
    const project = newProject();
    const first = logRun(project, {
      trials: [
        { example: { n: 1 }, scores: { exact: true } },
        { example: { n: 1 }, scores: { exact: false } },
        { example: { n: 2 }, scores: { exact: null } },
      ],
    });
    const second = logRun(project, {
      trials: [
        { example: { n: 1 }, scores: { exact: true } },
        { example: { n: 3 }, exception: "the model failed" },
      ],
    });
    const { keys, values: columns } = await values(project, [first, second], "exact");
    const { rows } = await ask<EvaluationResults>("evaluations.results", listEvaluationResults, {
      project_id: project,
      run_ids: [first, second],
    });
    expect([...keys].sort()).toEqual(rows.map(({ key }) => key).sort());
    const byKey = new Map(keys.map((key, index) => [key, columns.map((run) => run[index])]));
    expect(rows.map(({ key, example }) => [JSON.parse(example ?? "").n, byKey.get(key)])).toEqual(
      expect.arrayContaining([
        [1, [0.5, 1]],
        [2, [null, null]],
        [3, [null, 0]],
      ]),
    );
  });

  it("reject a score that no run has", async () => {
    const project = newProject();
    const id = logRun(project, { trials: [{ example: { n: 1 }, scores: { exact: true } }] });
    await expect(values(project, [id], "other")).rejects.toThrow(InvalidRequestError);
  });
});

describe("slices of an evaluation", () => {
  it("are the values of a member with few values", async () => {
    const project = newProject();
    const id = logRun(project, { trials: scored(Array.from({ length: 30 }, (_, index) => index % 2 === 0)) });
    const slices = await ask<EvaluationSlices>("evaluations.slices", sliceEvaluation, {
      project_id: project,
      run_id: id,
      score: "exact",
    });
    expect(slices).toMatchObject({ path: "kind", paths: [{ path: "kind", value_count: 2 }], mean: 0.5 });
    expect(slices.values.map(({ value, mean, examples }) => [value, mean, examples])).toEqual([
      ["even", 1, 15],
      ["odd", 0, 15],
    ]);
    expect(slices.values[0]?.is_within_noise).toBe(false);
  });
});

describe("two slices side by side", () => {
  const sideBySide = (project: string, ids: readonly string[], rest: object) =>
    ask<SliceComparison>("evaluations.compareSlices", compareEvaluationSlices, {
      ...{ project_id: project, run_ids: ids, path: "split" },
      ...rest,
    });

  /** Rows of a split that begin with passes; each in two trials that agree. */
  const split = (name: string, passed: number, count: number) =>
    Array.from({ length: count * 2 }, (_, at) => ({
      example: { n: at >> 1, split: name },
      scores: { exact: at >> 1 < passed, length: at >> 1, note: "text" },
    }));

  it("have the mean, interval and rows of each, the difference of the second, and p corrected over runs and scores", async () => {
    const project = newProject();
    const apart = logRun(project, { trials: [...split("train", 19, 20), ...split("test", 5, 16)] });
    const equal = logRun(project, {
      trials: [...split("train", 10, 20), ...split("test", 9, 16), ...split("new", 0, 3)],
    });
    const found = await sideBySide(project, [apart, equal], { values: ["train", "test"] });
    expect(found.slices).toEqual([
      { value: "train", rows: 20, trained: 0 },
      { value: "test", rows: 16, trained: 0 },
    ]);
    const [first, second] = found.runs.map(({ scores }) => scores);
    // Texts have no mean.
    expect(first?.map(({ id }) => id).sort()).toEqual(["exact", "length"]);
    const exact = first?.find(({ id }) => id === "exact");
    // One value for each row, not for each trial: 19 of 20, not 38 of 40.
    expect(exact?.slices).toMatchObject([
      { rows: 20, examples: 20, mean: 0.95, interval_method: "wilson" },
      { rows: 16, examples: 16, mean: 0.3125, interval_method: "wilson" },
    ]);
    // (19 + z²/2 ∓ z·√(19·1/20 + z²/4)) / (20 + z²) and the same of 5 of 16; the ends of the difference add them as squares.
    const z = 1.959963984540054;
    const wilson = (passed: number, count: number) => {
      const half = z * Math.sqrt((passed * (count - passed)) / count + z ** 2 / 4);
      return [passed + z ** 2 / 2 - half, passed + z ** 2 / 2 + half].map((end) => end / (count + z ** 2));
    };
    const [[low1 = 0, high1 = 0], [low2 = 0, high2 = 0]] = [wilson(19, 20), wilson(5, 16)];
    expect(exact?.change.difference).toBeCloseTo(0.3125 - 0.95, 12);
    expect(exact?.change.interval?.low).toBeCloseTo(-0.6375 - Math.hypot(0.3125 - low2, high1 - 0.95), 9);
    expect(exact?.change.interval?.high).toBeCloseTo(-0.6375 + Math.hypot(high2 - 0.3125, 0.95 - low1), 9);
    expect(exact?.change).toMatchObject({ test: "fisher", verdict: "lower" });
    // Four tests: the least p times four, and no p is below one that was less before.
    const changes = [...(first ?? []), ...(second ?? [])].map(({ change }) => change);
    const ordered = changes.flatMap(({ p, holm_p: holm }) => (p === null || holm === null ? [] : [{ p, holm }]));
    expect(ordered).toHaveLength(4);
    const sorted = ordered.sort((left, right) => left.p - right.p);
    expect(sorted[0]?.holm).toBeCloseTo(4 * (sorted[0]?.p ?? 0), 12);
    expect(sorted.every(({ holm }, at) => holm >= (sorted[at - 1]?.holm ?? 0) && holm <= 1)).toBe(true);
    expect(second?.find(({ id }) => id === "exact")?.change).toMatchObject({ verdict: "no-difference-shown" });
  });

  it("have no interval and no p below ten rows, and no difference without a row", async () => {
    const project = newProject();
    const id = logRun(project, { trials: [...split("train", 19, 20), ...split("test", 5, 9)] });
    const few = await sideBySide(project, [id], { values: ["train", "test"] });
    const exactOf = ({ runs }: SliceComparison) => runs[0]?.scores.find((score) => score.id === "exact");
    expect(exactOf(few)?.slices[1]).toMatchObject({ rows: 9, mean: 5 / 9, interval: null });
    expect(exactOf(few)?.change).toMatchObject({ interval: null, p: null, holm_p: null, verdict: "too-few-examples" });
    const none = await sideBySide(project, [id], { values: ["train", "elsewhere"] });
    expect(exactOf(none)?.slices[1]).toMatchObject({ rows: 0, examples: 0, mean: null });
    expect(exactOf(none)?.change).toMatchObject({ difference: null, verdict: "none" });
    // Nothing was trained here: all rows are held out.
    const lineage = await sideBySide(project, [id], { path: null, values: ["trained", "held_out"] });
    expect(lineage.slices.map(({ rows }) => rows)).toEqual([0, 29]);
  });

  it("must be different slices", async () => {
    const project = newProject();
    const id = logRun(project, { trials: split("train", 1, 2) });
    await expect(sideBySide(project, [id], { values: ["train", "train"] })).rejects.toThrow(InvalidRequestError);
    const unknown = sideBySide(project, [id], { path: null, values: ["train", "test"] });
    await expect(unknown).rejects.toThrow("Without a member, the slices are `held_out` and `trained`.");
  });
});
