import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { checkpoint, started, step, TestTraining, type TestTrainingOptions } from "./testing/open-test-training";

let service: TestTraining;

async function open(options: TestTrainingOptions = {}): Promise<string> {
  service = await TestTraining.open(options);
  return await service.model();
}

afterEach(() => service.close());

/** A process that has ended but was not yet waited for is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A failed job: its one terminal event, no checkpoint, and no files of the trainer. */
async function expectFailure(model: string, job: string, reason: unknown, status = "failed"): Promise<void> {
  const events = await service.ended(job);
  expect(events.filter(({ type }) => /ended|failed/.test(type))).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: "training_failed", data: { error_message: reason } });
  const record = (await service.ask("GET", `/v1/preview/training-jobs/${job}`)).body;
  expect(record).toMatchObject({ status, error_message: reason, checkpoint_id: null });
  expect((await service.checkpoints(model)).map(({ step: each }) => each)).toEqual([0]);
  // The folder is deleted after the event is stored.
  await until(async () => (await service.training.folder.checkpointIds()).length === 0);
}

describe("a trainer that fails", () => {
  it.each<[string, readonly unknown[], unknown]>([
    [
      "says why",
      [started(2), { say: { type: "training_failed", data: { error_message: "out of memory" } } }, { exit: 1 }],
      "out of memory",
    ],
    [
      "ends with a code",
      [started(2), { write: ["half", "x"] }, { complain: "Traceback\nCUDA error: no device\n" }, { exit: 3 }],
      "The trainer exited with code 3. Last line of its log: CUDA error: no device",
    ],
    ["is killed", [started(2), { kill: "SIGKILL" }], expect.stringMatching(/SIGKILL|code 137/)],
    ["ends without having begun", [], "The trainer exited before training_started."],
    ["ends without a checkpoint", [started(1), step({ loss: 1 })], "The trainer exited without a checkpoint."],
    ["has a checkpoint and then a code", [started(0), checkpoint(), { exit: 1 }], "The trainer exited with code 1."],
    [
      "steps before it starts",
      [step({ loss: 1 }), { hang: true }],
      expect.stringContaining("gradient_step before training_started"),
    ],
    ["starts twice", [started(1), started(1), { hang: true }], expect.stringContaining("training_started twice")],
    [
      "steps after its checkpoint",
      [started(1), checkpoint(), step({ loss: 1 }), { hang: true }],
      expect.stringContaining("after its checkpoint"),
    ],
    [
      "says a figure that is text",
      [started(1), step({ loss: "0.5" }), { hang: true }],
      expect.stringContaining("data.loss"),
    ],
    [
      "says a figure that is nothing",
      [started(1), step({ loss: null }), { hang: true }],
      expect.stringContaining("data.loss"),
    ],
    [
      "says NaN as Python writes it",
      [started(1), { print: '{"type":"gradient_step","data":{"loss":NaN}}\n' }, { hang: true }],
      expect.stringContaining("begins like JSON but is not valid JSON"),
    ],
    [
      "says what is not in the protocol",
      [{ say: { type: "training_ended", data: {} } }, { hang: true }],
      expect.stringContaining("at type"),
    ],
    [
      "writes a line without end",
      [{ print: `{${"x".repeat(1_100_000)}` }, { hang: true }],
      expect.stringContaining("wrote a line of more than"),
    ],
  ])("ends its job once, with the reason: it %s", async (_what, script, reason) => {
    const model = await open();
    await expectFailure(model, await service.job(model, script), reason);
  });

  it("may print other lines between its messages, which are stored as its log", async () => {
    const model = await open();
    const job = await service.job(model, [
      ...[
        { print: "loading …\n[rank 0] ready\n\n" },
        started(1),
        { complain: "50 %\r100 %\n" },
        step({ loss: 1 }),
        checkpoint(),
      ],
    ]);
    expect((await service.ended(job)).at(-1)).toMatchObject({ type: "training_ended" });
    const log = await service.askText("/training_jobs/log", { training_job_id: job });
    for (const line of ["loading …", "[rank 0] ready", "100 %"]) expect(log).toContain(line);
  });

  it("has no log before it starts, and an empty one when it writes nothing", async () => {
    const model = await open();
    const go = service.file("go");
    const silent = await service.job(model, [started(0), { wait: go }, checkpoint()]);
    const waiting = await service.job(model, [started(0), checkpoint()]);
    expect((await service.ask("POST", "/training_jobs/log", { training_job_id: waiting })).status).toBe(404);
    writeFileSync(go, "");
    await service.ended(waiting);
    expect(await service.askText("/training_jobs/log", { training_job_id: silent })).toBe("");
  });

  it("that is not a program is writeScript with the shell's message", async () => {
    const model = await open({ trainer: { name: "missing", command: "heddle-no-such-trainer", baseModels: [] } });
    await expectFailure(model, await service.job(model, []), expect.stringMatching(/code 127.*not found/));
  });

  it("does not prevent the next job from running", async () => {
    const model = await open();
    await service.job(model, [{ exit: 1 }]);
    const next = await service.job(model, [started(0), checkpoint()]);
    expect((await service.ended(next)).at(-1)).toMatchObject({ type: "training_ended" });
  });
});

describe("the watchdog", () => {
  it("ends a trainer that writes nothing, also one that ignores the request to end", async () => {
    const model = await open({ limits: { silenceMs: 1_000, graceMs: 50 } });
    const pid = service.file("pid");
    const job = await service.job(model, [{ deafen: true }, { touch: pid }, started(1), { hang: true }]);
    await expectFailure(model, job, "The trainer wrote nothing for 1 seconds, which is the limit.");
    await until(() => !isAlive(Number(readFileSync(pid, "utf8"))));
  });

  it("ends a trainer that exceeds the time limit, however much it writes", async () => {
    const model = await open({ limits: { totalMs: 1_500 } });
    const job = await service.job(model, [started(1), { hang: true }]);
    await expectFailure(model, job, "The trainer exceeded the time limit of 1.5 seconds.");
  });
});

describe("cancelling a job", () => {
  it("ends a running job, and responds when its trainer has ended", async () => {
    const model = await open();
    const pid = service.file("pid");
    const job = await service.job(model, [started(3), step({ loss: 1 }), { touch: pid }, { hang: true }]);
    await until(async () => existsSync(pid) && (await service.events(job)).length === 2);
    const { body } = await service.ask("POST", "/training_jobs/cancel", { training_job_id: job });
    expect(body).toMatchObject({ status: "cancelled", error_message: "Cancelled by ada.", gradient_step_count: 1 });
    await until(() => !isAlive(Number(readFileSync(pid, "utf8"))));
    await expectFailure(model, job, "Cancelled by ada.", "cancelled");
  });

  it("removes a queued job from the queue", async () => {
    const model = await open();
    const go = service.file("go");
    const first = await service.job(model, [started(0), { wait: go }, checkpoint()]);
    const waiting = await service.job(model, [{ touch: service.file("ran") }]);
    const { body } = await service.ask("POST", "/training_jobs/cancel", { training_job_id: waiting });
    expect(body).toMatchObject({ status: "cancelled", training_start: null });
    writeFileSync(go, "");
    await service.ended(first);
    expect(existsSync(service.file("ran"))).toBe(false);
    expect(await service.events(waiting)).toMatchObject([{ type: "training_failed" }]);
  });

  it("changes nothing about a finished job", async () => {
    const model = await open();
    const job = await service.job(model, [started(0), checkpoint()]);
    await service.ended(job);
    const { body } = await service.ask("POST", "/training_jobs/cancel", { training_job_id: job });
    expect(body).toMatchObject({ status: "completed", error_message: null });
    expect((await service.events(job)).map(({ type }) => type)).toEqual(["training_started", "training_ended"]);
  });

  it("right after its creation ends it too, whatever the queue is doing", async () => {
    const model = await open();
    for (let round = 0; round < 10; round += 1) {
      const job = await service.job(model, [started(0), { hang: true }]);
      const { body } = await service.ask("POST", "/training_jobs/cancel", { training_job_id: job });
      expect(body.status).toBe("cancelled");
      expect((await service.events(job)).filter(({ type }) => type === "training_failed")).toHaveLength(1);
    }
  });
});

describe("a service that is shut down", () => {
  it("ends the trainer, and the job as failed; queued jobs run at the next start", async () => {
    const model = await open();
    const pid = service.file("pid");
    const job = await service.job(model, [started(1), { touch: pid }, { hang: true }]);
    const waiting = await service.job(model, [started(0), checkpoint()]);
    await until(() => existsSync(pid) && readFileSync(pid, "utf8") !== "");
    await service.restart();
    await until(() => !isAlive(Number(readFileSync(pid, "utf8"))));
    expect((await service.events(job)).at(-1)).toMatchObject({
      type: "training_failed",
      data: { error_message: "The service was stopped while the job ran." },
    });
    expect((await service.ended(waiting)).at(-1)).toMatchObject({ type: "training_ended" });
  });
});

describe("the environment of a trainer", () => {
  it("is that of the service without its secrets", async () => {
    const writeScript = `require("node:fs").writeFileSync(process.argv[1], JSON.stringify(process.env))`;
    const secrets = {
      HEDDLE_API_KEY: "hk_secret",
      OPENAI_API_KEY: "sk-secret",
      DATABASE_URL: "postgres://heddle:secret@127.0.0.1/heddle",
      OTEL_EXPORTER_OTLP_HEADERS: "wandb-api-key=hk_secret",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "wandb-api-key=hk_secret",
    };
    Object.assign(process.env, secrets, { CUDA_VISIBLE_DEVICES: "1" });
    try {
      service = await TestTraining.open({ trainer: null });
      const file = service.file("environment.json");
      const command = `"${process.execPath}" -e '${writeScript}' "${file}"`;
      await service.restart({ trainer: { name: "teller", command, baseModels: [] } });
      await service.ended(await service.job(await service.model(), []));
      const environment = JSON.parse(readFileSync(file, "utf8"));
      expect(environment).toMatchObject({ CUDA_VISIBLE_DEVICES: "1", PATH: process.env.PATH });
      for (const name of Object.keys(secrets)) expect(environment).not.toHaveProperty(name);
    } finally {
      for (const name of [...Object.keys(secrets), "CUDA_VISIBLE_DEVICES"]) delete process.env[name];
    }
  });
});
