import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { ProvidedService } from "@/service/testing/provided-service";

/** Each job starts a program, and the machine may be busy. */
const TIMEOUT_MS = 600_000;
const WAIT = { timeout: TIMEOUT_MS, interval: 200 };
const ROLLOUTS = 4;

let service: ProvidedService;
let project: string;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-labeled-runs-");
});

beforeEach(async () => {
  project = await service.nextProject();
});

afterAll(() => service.remove());

const ask = <Result = Record<string, unknown>>(path: string, body: object) =>
  service.ask<Result>(path, { project_id: project, ...body });

/** Publishes a question and returns its ref. */
async function question(name: string, fieldSchema: object): Promise<string> {
  const val = {
    _type: "AnnotationSpec",
    _class_name: "AnnotationSpec",
    _bases: ["BaseObject"],
    name,
    field_schema: fieldSchema,
  };
  const { digest } = await ask("/obj/create", { obj: { project_id: project, object_id: name, val } });
  return `weave:///${project}/object/${name}:${digest}`;
}

async function makeQueue(members: object = {}): Promise<string> {
  const refs = [await question("polite", { type: "boolean" }), await question("why", { type: "string" })];
  return (await ask<{ id: string }>("/annotation_queues", { name: "Letters", scorer_refs: refs, ...members })).id;
}

const settingsOf = (label: object, members: Partial<TrainingRunSettingsInput> = {}) => ({
  name: "letters",
  model: { kind: "new", name: "speller", base_model: "heddle/bytes-blank-1" },
  tasks: { kind: "prompts", items: [{ prompt: "Spell it." }] },
  params: { temperature: 1, max_tokens: 4 },
  reward: {
    scorers: [{ kind: "regex", name: "any", pattern: "^" }],
    label: { question: "polite", ...label },
    weights: { polite: 2, any: 0.5 },
  },
  group_size: ROLLOUTS,
  iterations: 1,
  config: { learning_rate: 0.3, packed_sequence_length: 1 },
  seed: 7,
  ...members,
});

const start = async (settings: object) => (await ask<{ id: string }>("/training_runs/start", { settings })).id;
const read = (id: string) => ask<TrainingRunDetail>("/training_runs/read", { run_id: id });
const rollouts = async (id: string) =>
  (
    await ask<ResultOf<"trainingRuns.rollouts">>("/training_runs/rollouts", { run_id: id, iteration: 1 })
  ).groups.flatMap((group) => group.rollouts);
const items = async (queueId: string) =>
  (await ask<{ items: QueueItem[] }>(`/annotation_queues/${queueId}/items/query`, {})).items;

/** Waits until the rollouts of the first iteration are in the queue. */
async function queued(queueId: string): Promise<QueueItem[]> {
  await expect.poll(async () => (await items(queueId)).length, WAIT).toBe(ROLLOUTS);
  return await items(queueId);
}

const answer = (callId: string, value: unknown, creator = "ada@example.org") =>
  ask("/feedback/create", {
    id: uuid7(),
    weave_ref: `weave:///${project}/call/${callId}`,
    feedback_type: `wandb.annotation.polite`,
    annotation_ref: `weave:///${project}/object/polite:v0`,
    payload: { value },
    creator,
  });

const end = (item: QueueItem, state: "completed" | "skipped", userId = "ada") =>
  ask(`/annotation_queues/${item.queue_id}/items/${item.id}/progress`, { annotation_state: state, user_id: userId });

async function rested(id: string, state: string): Promise<TrainingRunDetail> {
  await expect.poll(async () => (await read(id)).state, WAIT).toBe(state);
  return await read(id);
}

describe("a run whose reward people give", () => {
  it("waits for the labels across a restart, and trains on the weighted sum", { timeout: TIMEOUT_MS }, async () => {
    const queueId = await makeQueue();
    const id = await start(settingsOf({ queue_id: queueId }));
    const [first, second, third, fourth] = await queued(queueId);
    if (!first || !second || !third || !fourth) throw new Error("The queue has too few items.");
    // A reviewer sees the request and the answer.
    expect([first.call_op_name, first.kind]).toEqual(["weave.completions_create", "call"]);
    await answer(first.call_id, true);
    await answer(second.call_id, false);
    await expect
      .poll(async () => (await read(id)).phase, WAIT)
      .toMatchObject({
        ...{ name: "labeling", iteration: 1, done: 2, total: ROLLOUTS, until: expect.any(String) },
      });
    expect((await read(id)).iterations[0]).toMatchObject({ state: "labeling", rollouts: 2, unlabeled: 2, errors: 0 });
    expect((await rollouts(id)).filter(({ reward }) => reward === null)).toHaveLength(2);

    await service.stop();
    await service.start();
    await expect.poll(async () => (await read(id)).phase?.name, WAIT).toBe("labeling");
    expect(await items(queueId)).toHaveLength(ROLLOUTS);
    // An answer may change until the last one is there. One about the trace counts as well.
    await answer(second.call_id, true);
    await answer(third.call_trace_id, false);
    await answer(fourth.call_id, true);

    const run = await rested(id, "finished");
    expect(run.iterations[0]).toMatchObject({
      ...{ state: "done", rollouts: ROLLOUTS, unlabeled: 0, errors: 0, labeling_seconds: expect.any(Number) },
      ...{ scores: { polite: 0.75, any: 1 }, reward: { mean: 2, min: 0.5, max: 2.5 } },
    });
    const byTrace = new Map((await rollouts(id)).map((rollout) => [rollout.trace_id, rollout.reward]));
    const reviewed = [first, second, third, fourth].map(({ call_trace_id: trace }) => byTrace.get(trace));
    expect(reviewed).toEqual([2.5, 2.5, 0.5, 2.5]);
    const batch = { batch_id: run.iterations[0]?.batch_id, group: 0, trajectory: 0 };
    const { trajectory } = await ask<ResultOf<"trajectories.read">>("/trajectories/read", batch);
    expect(trajectory).toMatchObject({ metrics: { any: 1, polite: expect.any(Number) } });
    // Waiting is not work of the run.
    expect(run.spent.minutes * 60).toBeLessThan(
      (Date.parse(run.ended_at ?? "") - Date.parse(run.started_at ?? "")) / 1000,
    );
  });

  it("leaves skipped rollouts out, and takes the mean of several reviewers", { timeout: TIMEOUT_MS }, async () => {
    const queueId = await makeQueue({ reviews_per_item: 2 });
    const id = await start(settingsOf({ queue_id: queueId }));
    const [first, second, third, fourth] = await queued(queueId);
    if (!first || !second || !third || !fourth) throw new Error("The queue has too few items.");
    for (const [item, values] of [
      [first, [true, false]],
      [second, [true, true]],
    ] as const) {
      await answer(item.call_id, values[0], "ada@example.org");
      await answer(item.call_id, values[1], "mia@example.org");
    }
    // One of two reviewers answered, and the other one skipped.
    await answer(third.call_id, false);
    await end(third, "completed");
    await end(third, "skipped", "mia");
    await end(fourth, "skipped");
    expect((await read(id)).iterations[0]?.state).toBe("labeling");
    await end(fourth, "skipped", "mia");
    const run = await rested(id, "finished");
    expect(run.iterations[0]).toMatchObject({ state: "done", rollouts: 3, errors: 1, reward: { min: 0.5, max: 2.5 } });
    const skipped = (await rollouts(id)).filter(({ error }) => error !== null);
    expect(skipped).toMatchObject([{ trace_id: fourth.call_trace_id, error: "Skipped in review.", reward: null }]);
  });

  it("pauses when labels are missing after the limit, and a resumed run waits again", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const queueId = await makeQueue();
    const id = await start(settingsOf({ queue_id: queueId, max_wait_minutes: 0.0001 }));
    const paused = await rested(id, "paused");
    expect(paused.reason).toBe(
      "Only 0 of 4 rollouts of iteration 1 were labeled in 0.0001 minutes. Resume the run to wait again.",
    );
    for (const [index, item] of (await items(queueId)).entries()) await answer(item.call_id, index % 2 === 0);
    await ask("/training_runs/resume", { run_id: id });
    expect((await rested(id, "finished")).iterations[0]).toMatchObject({ state: "done", rollouts: ROLLOUTS });
    expect(await items(queueId)).toHaveLength(ROLLOUTS);
  });

  it("can be paused and stopped while it waits", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
    const queueId = await makeQueue();
    const id = await start(settingsOf({ queue_id: queueId }));
    await queued(queueId);
    expect(await ask("/training_runs/pause", { run_id: id })).toMatchObject({ state: "paused", phase: null });
    expect(await ask("/training_runs/stop", { run_id: id })).toMatchObject({ state: "stopped" });
  });

  it("pauses with the reason when its queue is deleted", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
    const queueId = await makeQueue();
    const id = await start(settingsOf({ queue_id: queueId }));
    await queued(queueId);
    const path = `/annotation_queues/${queueId}?project_id=${encodeURIComponent(project)}`;
    await service.ask(path, {}, { method: "DELETE" });
    const { reason } = await rested(id, "paused");
    expect(reason).toBe("Labels cannot be collected: This project has no such review queue.");
  });

  it("starts only with a queue and a question whose answers are numbers", async () => {
    const queueId = await makeQueue();
    const problem = async (label: object, reward: object = {}) => {
      const settings = settingsOf(label);
      const body = { project_id: project, settings: { ...settings, reward: { ...settings.reward, ...reward } } };
      const { status, text } = await service.send("/training_runs/start", body);
      const [{ loc = [], msg = "" } = {}] =
        (JSON.parse(text) as { detail?: { loc: string[]; msg: string }[] }).detail ?? [];
      return [status, loc.slice(3).join("."), msg];
    };
    expect(await problem({ queue_id: uuid7() })).toEqual([
      422,
      "label.queue_id",
      "This project has no such review queue",
    ]);
    expect(await problem({ queue_id: queueId, question: "rude" }, { weights: {} })).toEqual([
      422,
      "label.question",
      "The queue has no such question",
    ]);
    expect((await problem({ queue_id: queueId, question: "why" }, { weights: {} }))[2]).toMatch(
      /^Its answers are not numbers/,
    );
    expect(await problem({}, { scorers: [], label: null, weights: {} })).toEqual([
      422,
      "scorers",
      "Add a scorer, or human labels",
    ]);
  });
});
