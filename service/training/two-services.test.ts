// @module-tag all

import { existsSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { type ObjectServer, startObjectServer } from "@/service/traces/store/files/testing/object-server";
import { checkpoint, started, step, TestTraining } from "./testing/open-test-training";

const TRAINED = ["training_started", "gradient_step", "training_ended"];
const SCRIPT = [started(1), step({ loss: 1 }), checkpoint()];

async function restartOften(service: TestTraining): Promise<void> {
  for (let count = 0; count < 3; count += 1) await service.restart();
}

const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describeOnPostgres("two services with one database and one bucket", () => {
  let server: ObjectServer;
  let database: TestDatabase;
  let first: TestTraining;
  let second: TestTraining;

  beforeEach(async () => {
    server = await startObjectServer();
    database = await createTestDatabase();
    const open = async () => TestTraining.open({ database, bucket: await server.openBucket() });
    [first, second] = [await open(), await open()];
  });

  afterEach(async () => {
    await first.close();
    await second.close();
    await database.drop();
    await server.close();
  });

  it("train each job once, whichever service received it, and both return its events", async () => {
    const models = await Promise.all([1, 2, 3, 4].map((index) => first.model(`agent-${index}`)));
    const jobs = await Promise.all(models.flatMap((model) => [first.job(model, SCRIPT), second.job(model, SCRIPT)]));
    for (const job of jobs) {
      const events = await second.ended(job);
      // What failed is part of the difference that is shown.
      expect(events).toMatchObject(TRAINED.map((type) => ({ type })));
      expect(await first.events(job)).toEqual(events);
    }
    for (const model of models) {
      const steps = (await first.checkpoints(model)).map((each: { step: number }) => each.step);
      expect(steps).toEqual([0, 1, 2]);
    }
  });

  it("run queued jobs of the other one while it is busy, and continue from its checkpoints", async () => {
    const [busy, other] = [await first.model("busy"), await first.model("other")];
    const go = first.file("go");
    const job = await first.job(busy, [started(0), { wait: go }, { write: ["weights", "w1"] }, checkpoint()]);
    await expect.poll(async () => (await first.events(job)).length).toBe(1);
    // This service trains one job at a time.
    expect(typesOf(await first.ended(await first.job(other, SCRIPT)))).toEqual(TRAINED);
    writeFileSync(go, "");
    await first.ended(job);
    const told = second.file("told");
    await second.ended(await second.job(busy, [{ tell: told }, started(0), checkpoint()]));
    expect(existsSync(told)).toBe(true);
  });

  it("of one machine do not train on the same device at once", async () => {
    await first.restart({ database, bucket: await server.openBucket(), devices: ["0"] });
    await second.restart({ database, bucket: await server.openBucket(), devices: ["0", "1"] });
    const go = first.file("go");
    const script = [started(0), { wait: go }, checkpoint()];
    const jobs: string[] = [];
    for (const name of ["a", "b", "c"]) jobs.push(await first.job(await first.model(name), script));
    const records = async () =>
      await Promise.all(jobs.map(async (id) => (await second.ask("GET", `/v1/preview/training-jobs/${id}`)).body));
    await expect
      .poll(async () => (await records()).map(({ status }) => status))
      .toEqual(["running", "running", "queued"]);
    expect((await records()).map(({ device }) => device).sort()).toEqual(["0", "1", null]);
    writeFileSync(go, "");
    for (const job of jobs) await second.ended(job);
    expect((await records()).map(({ status, device }) => [status, device === null])).toEqual(
      jobs.map(() => ["completed", false]),
    );
  });

  it("agree on the priority of a job that waits", async () => {
    const go = first.file("go");
    const script = [started(0), { wait: go }, checkpoint()];
    const running = [await first.job(await first.model("a"), script), await second.job(await first.model("b"), script)];
    for (const job of running) await expect.poll(async () => (await first.events(job)).length).toBe(1);
    const late = first.file("late");
    const [low, high] = await Promise.all(
      ["c", "d"].map(async (name) => first.job(await first.model(name), [{ count: late }, ...SCRIPT])),
    );
    const body = { training_job_id: high, priority: 10 };
    expect((await second.ask("POST", "/training_jobs/prioritize", body)).body).toMatchObject({ queue_position: 1 });
    expect((await first.ask("GET", `/v1/preview/training-jobs/${low}`)).body).toMatchObject({ queue_position: 2 });
    writeFileSync(go, "");
    for (const job of [low, high]) await first.ended(String(job));
  });

  it("cancel a job that the other one trains, and end its trainer", async () => {
    const model = await first.model();
    const job = await first.job(model, [started(0), { hang: true }]);
    await expect.poll(async () => (await second.events(job)).length).toBe(1);
    const answers = await Promise.all(
      [first, second].map((each) => each.ask("POST", "/training_jobs/cancel", { training_job_id: job })),
    );
    for (const { body } of answers) expect(body).toMatchObject({ status: "cancelled" });
    expect(typesOf(await first.events(job))).toEqual(["training_started", "training_failed"]);
  });

  it("keep the body of a new job while the other one deletes bodies without a row", async () => {
    const model = await first.model();
    const go = first.file("go");
    const waiting = await first.job(model, [started(0), { wait: go }, checkpoint()]);
    await expect.poll(async () => (await first.events(waiting)).length).toBe(1);
    const [jobs] = await Promise.all([
      Promise.all([1, 2, 3, 4].map((index) => first.job(model, [{ print: `${index}\n` }, ...SCRIPT]))),
      restartOften(second),
    ]);
    writeFileSync(go, "");
    for (const job of jobs) expect(await first.ended(job)).toMatchObject(TRAINED.map((type) => ({ type })));
  });
});
