import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkpoint, started, TestTraining, type TestTrainingOptions } from "./testing/open-test-training";

let service: TestTraining;

const open = async (options: TestTrainingOptions = {}) => {
  service = await TestTraining.open(options);
};

afterEach(() => service.close());

const read = async (job: string) => (await service.ask("GET", `/v1/preview/training-jobs/${job}`)).body;

const prioritize = (job: string, priority: unknown) =>
  service.ask("POST", "/training_jobs/prioritize", { training_job_id: job, priority });

/** A job that waits for a file. */
async function waitingJob(model: string, ...before: readonly unknown[]): Promise<string> {
  return await service.job(model, [...before, started(0), { wait: service.file("go") }, checkpoint()]);
}

const go = () => writeFileSync(service.file("go"), "");

/** A job that adds its model's name to a file when it is trained. */
async function namedJob(name: string): Promise<string> {
  return await service.job(await service.model(name), [
    { note: [service.file("order"), name] },
    started(0),
    checkpoint(),
  ]);
}

describe("the queue", () => {
  let first: string;

  beforeEach(async () => {
    await open();
    first = await waitingJob(await service.model("first"));
    await expect.poll(async () => (await read(first)).status).toBe("running");
  });

  it("starts jobs of a higher priority earlier, and equal ones in order of creation", async () => {
    const jobs = [];
    for (const name of ["a", "b", "c", "d"]) jobs.push(await namedJob(name));
    const [, b = "", c = "", d = ""] = jobs;
    await prioritize(c, 10);
    await prioritize(b, -5);
    await prioritize(d, 10);
    const list = await service.ask("POST", "/training_jobs/list", { status: "queued", order: "asc" });
    const shown = list.body.data.map(({ priority, queue_position }: Record<string, unknown>) => [
      priority,
      queue_position,
    ]);
    expect(shown).toEqual([
      [0, 3],
      [-5, 4],
      [10, 1],
      [10, 2],
    ]);
    go();
    for (const job of jobs) await service.ended(job);
    expect(readFileSync(service.file("order"), "utf8")).toBe("c\nd\na\nb\n");
  });

  it("keeps priorities over a restart", async () => {
    const [low, high] = [await namedJob("low"), await namedJob("high")];
    await prioritize(high, 1);
    await service.restart();
    for (const job of [low, high]) await service.ended(job);
    expect(readFileSync(service.file("order"), "utf8")).toBe("high\nlow\n");
  });

  it("names no position of a job that runs or has ended, and rejects its priority", async () => {
    expect(await read(first)).toMatchObject({ queue_position: null, priority: 0, device: null });
    expect(await prioritize(first, 1)).toMatchObject({
      status: 409,
      body: { reason: expect.stringContaining("running") },
    });
    go();
    await service.ended(first);
    expect(await prioritize(first, 1)).toMatchObject({
      status: 409,
      body: { reason: expect.stringContaining("completed") },
    });
  });

  it("moves up when a job before it is cancelled", async () => {
    const [a, b] = [await namedJob("a"), await namedJob("b")];
    expect(await read(b)).toMatchObject({ queue_position: 2 });
    await service.ask("POST", "/training_jobs/cancel", { training_job_id: a });
    expect(await read(b)).toMatchObject({ queue_position: 1 });
  });

  it.each([101, -101, 0.5, "1", null])("rejects the priority %s", async (priority) => {
    const job = await namedJob("a");
    expect(await prioritize(job, priority)).toMatchObject({ status: 422 });
    expect(await read(job)).toMatchObject({ priority: 0 });
  });

  it("does not show jobs of other projects to a key, and rejects their priority", async () => {
    const model = await service.model("other", "rail");
    const job = await service.job(model, [started(0), checkpoint()]);
    const body = { training_job_id: job, priority: 1 };
    const headers = { authorization: "Bearer key-of-airline" };
    expect(await service.ask("POST", "/training_jobs/prioritize", body, headers)).toMatchObject({ status: 404 });
    expect(await read(job)).toMatchObject({ priority: 0 });
  });
});

describe("devices", () => {
  it("train one job each at a time, and the next job takes the first free one", async () => {
    await open({ devices: ["0", "2+3"] });
    const jobs = [];
    for (const name of ["a", "b"]) {
      jobs.push(await waitingJob(await service.model(name), { devices: service.file(`of-${name}`) }));
    }
    const third = await service.job(await service.model("c"), [started(0), checkpoint()]);
    const [a = "", b = ""] = jobs;
    for (const job of jobs) await expect.poll(async () => (await service.events(job)).length).toBe(1);
    expect(await read(third)).toMatchObject({ status: "queued", device: null, queue_position: 1 });
    const told = (name: string) => JSON.parse(readFileSync(service.file(`of-${name}`), "utf8"));
    expect(told("a")).toEqual({ device: "0", cuda: "0", hip: "0", told: "0" });
    expect(told("b")).toEqual({ device: "2+3", cuda: "2,3", hip: "2,3", told: "2+3" });
    await service.ask("POST", "/training_jobs/cancel", { training_job_id: b });
    await service.ended(third);
    expect(await read(third)).toMatchObject({ status: "completed", device: "2+3" });
    expect(await read(a)).toMatchObject({ status: "running", device: "0" });
    go();
    await service.ended(a);
  });

  it("never train two jobs of one model at once", async () => {
    await open({ devices: ["0", "1"] });
    const model = await service.model();
    const jobs = [await waitingJob(model), await waitingJob(model)];
    const other = await service.job(await service.model("other"), [started(0), checkpoint()]);
    await service.ended(other);
    expect(await Promise.all(jobs.map(async (job) => (await read(job)).status))).toEqual(["running", "queued"]);
    go();
    for (const job of jobs) await service.ended(job);
    expect((await service.checkpoints(model)).map(({ step }) => step)).toEqual([0, 1, 2]);
  });

  it("are free again after the trainer failed, and after a restart", async () => {
    await open({ devices: ["0"] });
    const broken = await service.job(await service.model("broken"), [{ exit: 1 }]);
    await service.ended(broken);
    const hanging = await service.job(await service.model("hanging"), [started(0), { hang: true }]);
    await expect.poll(async () => (await service.events(hanging)).length).toBe(1);
    await service.restart();
    const job = await service.job(await service.model("next"), [started(0), checkpoint()]);
    await service.ended(job);
    expect(await read(job)).toMatchObject({ status: "completed", device: "0" });
  });
});
