import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isPostgres } from "@/lib/postgres/database-kind";
import { checkpoint, choice, GROUP, started, step, TestTraining, USER } from "./testing/open-test-training";

let service: TestTraining;

beforeEach(async () => {
  service = await TestTraining.open();
});

afterEach(() => service.close());

const EARLY_JOB = (model_id: string) => ({
  model_id,
  trajectory_groups: [
    {
      trajectories: [
        {
          messages_and_choices: [USER, choice("4")],
          tools: null,
          additional_histories: [],
          reward: 1,
          metrics: { solved: true },
          metadata: {},
          logs: [],
        },
        { messages_and_choices: [USER, choice("5")], reward: 0 },
      ],
      exceptions: [{ type: "<class 'ValueError'>", message: "no", traceback: "…" }],
    },
  ],
});

const LATE_JOB = (model_id: string) => ({
  model_id,
  trajectory_groups: [
    {
      trajectories: [
        {
          messages_and_choices: [
            USER,
            { ...(choice("4") as object), token_ids: [19], prompt_token_ids: [1], stop_reason: null },
          ],
          tools: null,
          additional_histories: [],
          reward: 1,
          initial_policy_version: 0,
          final_policy_version: null,
          metrics: { duration: 1.5 },
          metadata: { scenario_id: "a" },
          logs: ["x"],
        },
      ],
      exceptions: [],
      metadata: {},
      metrics: { hard: 1 },
      logs: [],
    },
  ],
});

/**
 * Registers, reads, logs, trains, polls, reads again, deletes: the requests of a client of that year, and what it
 * relies on.
 */
async function wholeRun(
  jobOf: (modelId: string) => object,
  config: object,
  { usesLog }: { usesLog: boolean },
): Promise<void> {
  const registration = { entity: null, project: "airline", name: "agent", base_model: "tiny", return_existing: true };
  const { body: model } = await service.ask("POST", "/v1/preview/models", registration);
  expect(model).toMatchObject({
    id: expect.any(String),
    entity: expect.any(String),
    name: "agent",
    base_model: "tiny",
  });
  expect((await service.ask("POST", "/v1/preview/models", registration)).body.id).toBe(model.id);

  const newest = () => service.ask("GET", `/v1/preview/models/${model.id}/checkpoints?limit=1&order=desc`);
  expect((await newest()).body).toMatchObject({ object: "list", data: [{ step: 0, metrics: {} }], has_more: false });

  if (usesLog) {
    const { trajectory_groups } = jobOf(model.id) as { trajectory_groups: unknown };
    const logged = await service.ask("POST", `/v1/preview/models/${model.id}/log`, {
      model_id: model.id,
      split: "val",
      trajectory_groups,
    });
    expect(logged.status).toBe(200);
    const [{ metrics }] = (await newest()).body.data;
    expect(metrics).toEqual({
      "val/reward": 0.5,
      "val/reward_std_dev": 0.5,
      "val/exception_rate": 1 / 3,
      "val/solved": 1,
    });
  }

  const go = service.file("go");
  const script = [
    started(2),
    step({ loss: 0.5, entropy: 2 }),
    { wait: go },
    step({ loss: 0.25, "custom/thing": 3 }),
    { write: ["weights.bin", "w"] },
    checkpoint({ kept: 1 }),
  ];
  const created = await service.ask("POST", "/v1/preview/training-jobs", {
    ...jobOf(model.id),
    experimental_config: { ...config, script },
  });
  expect(created).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  const events = `/v1/preview/training-jobs/${created.body.id}/events`;

  // The cursor of a client moves with gradient steps only, and it continues from there.
  let after: string | null = null;
  const seen: { id: string; type: string; data: Record<string, unknown> }[] = [];
  const types = () => [...new Map(seen.map((event) => [event.id, event.type])).values()];
  while (!types().includes("training_ended")) {
    const { status, body } = await service.ask("GET", after === null ? events : `${events}?after=${after}`);
    expect(status).toBe(200);
    for (const event of body.data) {
      seen.push(event);
      if (event.type === "gradient_step") {
        after = event.id;
        writeFileSync(go, "");
        for (const value of Object.values(event.data)) expect(Number.isFinite(value)).toBe(true);
      }
    }
    if (types().includes("training_ended")) break;
    expect((await newest()).body.data[0].step).toBeLessThanOrEqual(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(types()).toEqual(["training_started", "gradient_step", "gradient_step", "training_ended"]);
  expect(seen.find(({ type }) => type === "training_started")?.data).toEqual({ num_sequences: 2 });

  const [trained] = (await newest()).body.data;
  expect(trained).toMatchObject({ step: 1, metrics: { loss: 0.375, entropy: 2, "custom/thing": 3, kept: 1 } });
  expect(readFileSync(`${service.training.folder.checkpoint(trained.id)}/weights.bin`, "utf8")).toBe("w");

  const deletion = await service.ask("DELETE", `/v1/preview/models/${model.id}/checkpoints`, { steps: [0, 7] });
  expect(deletion).toEqual({ status: 200, body: { deleted_count: 1, not_found_steps: [7] } });
  expect((await service.checkpoints(model.id)).map(({ step }) => step)).toEqual([1]);
  const removed = await service.ask("DELETE", `/v1/preview/models/${model.id}`);
  expect(removed).toEqual({ status: 200, body: { model_id: model.id, deleted_checkpoints: 1, deleted_run: false } });
}

describe("a client's whole run", () => {
  it("works for clients of the first year", { tags: ["all"] }, async () => {
    await wholeRun(EARLY_JOB, { learning_rate: 5e-6, precalculate_logprobs: null }, { usesLog: true });
  });

  it("works for later clients, with settings that this service does not know", async () => {
    const config = {
      learning_rate: 5e-6,
      loss_fn: "cispo",
      ppo: false,
      epsilon: null,
      importance_sampling_level: "token",
    };
    await wholeRun(LATE_JOB, config, { usesLog: false });
  });
});

describe("a training job", () => {
  it("never shows its terminal event before its checkpoint", async () => {
    const model = await service.model();
    for (let round = 1; round <= 5; round += 1) {
      const job = await service.job(model, [started(0), checkpoint()]);
      let isOver = false;
      while (!isOver) {
        // Requested in this order, an event must not be visible without the checkpoint that the later request reads.
        const events = await service.events(job);
        const [newest] = (await service.ask("GET", `/v1/preview/models/${model}/checkpoints?limit=1&order=desc`)).body
          .data;
        isOver = events.some(({ type }) => type === "training_ended");
        if (isOver) expect(newest.step).toBe(round);
      }
    }
  });

  it("gives the trainer all that it needs, and continues from the newest checkpoint", async () => {
    const model = await service.model();
    const receivedFile = service.file("told.json");
    const ending = [started(1), step({ loss: 1 }), { write: ["adapter", "1"] }, checkpoint()];
    await service.ended(await service.job(model, [{ tell: receivedFile }, ...ending]));
    const first = JSON.parse(readFileSync(receivedFile, "utf8"));
    expect(first).toMatchObject({
      version: 1,
      step: 1,
      previous_checkpoint: null,
      model: { id: model, entity: "demo", base_model: "tiny" },
      payload: { group_count: 1, trajectory_count: 2, size_bytes: expect.any(Number) },
    });
    expect(first.waited_s).toBeGreaterThanOrEqual(0);
    expect(first.waited_s).toBeLessThan(600);
    expect(JSON.parse(readFileSync(first.payload.path, "utf8")).trajectory_groups).toEqual([GROUP]);
    await service.ended(await service.job(model, [{ tell: receivedFile }, ...ending]));
    const second = JSON.parse(readFileSync(receivedFile, "utf8"));
    expect(second).toMatchObject({ step: 2, previous_checkpoint: { step: 1, path: first.output_directory } });
    expect(readFileSync(`${second.previous_checkpoint.path}/adapter`, "utf8")).toBe("1");
  });

  it("returns the signals that a trainer wrote for the tokens of a trajectory", async () => {
    const model = await service.model();
    const line = { group: 0, trajectory: 1, history: 0, message: 1, tokens: 1, weight_version: 0, ratio: 1.25 };
    const text = `${JSON.stringify({ ...line, trajectory: 0 })}\n${JSON.stringify(line)}\n`;
    await service.ended(await service.job(model, [started(0), { signal: text }, checkpoint()]));
    const { body } = await service.ask("POST", "/trajectories/batches", { model_id: model });
    const place = { batch_id: body.data[0].id, group: 0, trajectory: 1 };
    const read = await service.ask("POST", "/trajectories/read", place);
    expect(read.body).toMatchObject({ trajectory: GROUP.trajectories[1], token_signals: [line] });
  });

  it("takes a seed from its settings, and its own seed without one", async () => {
    const model = await service.model();
    const receivedFile = service.file("told.json");
    const body = {
      model_id: model,
      trajectory_groups: [],
      experimental_config: { seed: 7, script: [{ tell: receivedFile }] },
    };
    await service.ended((await service.ask("POST", "/v1/preview/training-jobs", body)).body.id);
    expect(JSON.parse(readFileSync(receivedFile, "utf8")).seed).toBe(7);
    await service.ended(await service.job(model, [{ tell: receivedFile }]));
    const { seed } = JSON.parse(readFileSync(receivedFile, "utf8"));
    expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
  });

  it("waits while another runs, and starts when that has ended", async () => {
    const [one, two] = [await service.model("one"), await service.model("two")];
    const go = service.file("go");
    const first = await service.job(one, [started(1), { wait: go }, checkpoint()]);
    const second = await service.job(two, [started(1), checkpoint()]);
    while ((await service.events(first)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await service.ask("GET", `/v1/preview/training-jobs/${second}`)).body).toMatchObject({
      status: "queued",
      training_start: null,
      step: null,
    });
    writeFileSync(go, "");
    await service.ended(second);
    const times = async (id: string) => (await service.ask("GET", `/v1/preview/training-jobs/${id}`)).body;
    expect((await times(second)).training_start >= (await times(first)).training_end).toBe(true);
  });

  it("never reuses a step, even after the newest checkpoint was deleted", async () => {
    const model = await service.model();
    await service.ended(await service.job(model, [started(0), checkpoint()]));
    await service.ask("DELETE", `/v1/preview/models/${model}/checkpoints`, { steps: [1] });
    await service.ended(await service.job(model, [started(0), checkpoint()]));
    expect((await service.checkpoints(model)).map(({ step }) => step)).toEqual([0, 2]);
  });

  it("is returned with its results", async () => {
    const model = await service.model();
    const job = await service.job(model, [started(1), step({ loss: 1 }), checkpoint()]);
    await service.ended(job);
    expect((await service.ask("GET", `/v1/preview/training-jobs/${job}`)).body).toMatchObject({
      id: job,
      status: "completed",
      error_message: null,
      model_id: model,
      model_name: "agent",
      project_id: "demo/airline",
      step: 1,
      previous_step: 0,
      num_sequences: 1,
      gradient_step_count: 1,
      created_by: "ada",
      trainer: "scripted",
      training_end: expect.any(String),
      batch_id: expect.any(String),
    });
  });
});

describe("without a trainer", () => {
  it("refuses a job with the variable to set, and serves everything else", async () => {
    await service.restart({ trainer: null });
    const model = await service.model();
    const refused = await service.ask("POST", "/v1/preview/training-jobs", {
      model_id: model,
      trajectory_groups: [GROUP],
    });
    expect(refused).toMatchObject({ status: 400, body: { reason: expect.stringContaining("HEDDLE_TRAINER") } });
    const logged = await service.ask("POST", `/v1/preview/models/${model}/log`, {
      split: "val",
      trajectory_groups: [GROUP],
    });
    expect(logged.status).toBe(200);
    expect((await service.ask("GET", "/v1/preview/base-models")).body).toEqual([]);
  });

  it("fails a job that was queued for a trainer, with the reason, unless another service may have one", async () => {
    const model = await service.model();
    const go = service.file("never");
    await service.job(model, [{ wait: go }]);
    const waiting = await service.job(model, []);
    await service.restart({ trainer: null });
    const events = await service.events(waiting);
    expect(events).toMatchObject(
      isPostgres(service.training.state)
        ? []
        : [{ type: "training_failed", data: { error_message: expect.stringContaining("HEDDLE_TRAINER") } }],
    );
  });
});

describe("deleting", () => {
  it("keeps the files of a checkpoint while a job reads them, and deletes them afterwards", async () => {
    const model = await service.model();
    await service.ended(await service.job(model, [started(0), { write: ["a", "1"] }, checkpoint()]));
    const [, one] = await service.checkpoints(model);
    const files = service.training.folder.checkpoint(one.id);
    const go = service.file("go");
    const job = await service.job(model, [started(0), { wait: go }, checkpoint()]);
    while ((await service.events(job)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await service.ask("DELETE", `/v1/preview/models/${model}/checkpoints`, { steps: [1] });
    expect(existsSync(files)).toBe(true);
    writeFileSync(go, "");
    await service.ended(job);
    await service.training.runner.close();
    expect(existsSync(files)).toBe(false);
  });

  it("ends a model's jobs, deletes its files, frees its name and leaves its jobs readable", async () => {
    const model = await service.model();
    await service.ended(await service.job(model, [started(0), { write: ["a", "1"] }, checkpoint()]));
    const [, one] = await service.checkpoints(model);
    const job = await service.job(model, [started(0), { hang: true }]);
    expect((await service.ask("DELETE", `/v1/preview/models/${model}`)).body.deleted_checkpoints).toBe(2);
    expect((await service.events(job)).at(-1)).toMatchObject({ type: "training_failed" });
    expect(existsSync(service.training.folder.checkpoint(one.id))).toBe(false);
    expect(await service.training.blobs.names()).toEqual([]);
    expect((await service.ask("GET", `/v1/preview/models/${model}/checkpoints`)).status).toBe(404);
    expect((await service.ask("POST", "/training_jobs/list", {})).body.data).toEqual([]);
    expect(await service.model()).not.toBe(model);
  });

  it("keeps a body that two models sent until both are deleted", async () => {
    const [one, two] = [await service.model("one"), await service.model("two")];
    const body = { split: "val", trajectory_groups: [GROUP] };
    for (const id of [one, two]) await service.ask("POST", `/v1/preview/models/${id}/log`, body);
    expect(await service.training.blobs.names()).toHaveLength(1);
    await service.ask("DELETE", `/v1/preview/models/${one}`);
    expect(await service.training.blobs.names()).toHaveLength(1);
    await service.ask("DELETE", `/v1/preview/models/${two}`);
    expect(await service.training.blobs.names()).toEqual([]);
  });
});
