// @module-tag all

import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { buildDashboard, buildPrograms } from "@/scripts/prepare/build.mjs";
import { CallLedger } from "@/test/faults/call-ledger";
import { IngestClient } from "@/test/faults/ingest-client";
import { SeededRandom } from "@/test/faults/seeded-random";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { ADMIN, Deployment } from "./deployment";
import { countCalls, storedCalls } from "./stored-calls";
import { type EndedJob, TrainingClients } from "./training-clients";

const CALLS = scaled(2_000, 200_000);
/** Nearly as many kills as fit: a few seconds of logging lie between two of them. */
const KILLS = scaled(2, 40);
/** As many programs as a team has: what waits together is stored together. */
const CLIENTS = scaled(6, 48);
const MAX_NEW_CALLS = scaled(20, 60);
const LARGE_SHARE = scaled(0.002, 0.0005);

const FOUND_DEAD = "The service was stopped while the job ran.";
const COMPLETED = ["training_started", "gradient_step", "training_ended"];

/** A build, and services that wait ten seconds for each one that died in its turn, on a busy machine. */
const PATIENCE_MS = scaled(600_000, 3_600_000);
const POLL = { timeout: 120_000, interval: 50 };

describeOnPostgres("three services and two dashboards on shared servers", () => {
  const deployment = new Deployment();

  beforeAll(async () => {
    await buildPrograms();
    await buildDashboard();
    await deployment.open();
  }, PATIENCE_MS);

  afterAll(() => deployment.close(), PATIENCE_MS);

  it(
    `lose and double none of ${CALLS} calls, train each job once and share sessions through ${KILLS} kills`,
    async (test) => {
      const random = new SeededRandom(Date.now() % 2 ** 32);
      const repeat = `seed ${random.seed}`;
      const anyService = () => random.pick(deployment.services);
      const ledger = new CallLedger("faults/deployment", LARGE_SHARE);
      const training = new TrainingClients(deployment.folder, anyService);
      const [first, second] = deployment.dashboards;
      const cookies = await first.signIn(ADMIN);
      await training.registerModel();

      const begunMs = performance.now();
      const clients = Array.from({ length: CLIENTS }, () => new IngestClient(ledger, random, MAX_NEW_CALLS));
      let acknowledged = 0;
      const logAll = async (client: IngestClient) => {
        // Parts of a call reach different services, and what a killed one did not acknowledge is sent to another.
        while (ledger.size < CALLS) if (await client.logBatch(anyService().url)) acknowledged = ledger.size;
      };
      const logging = Promise.all(clients.map(logAll));
      // Awaited later.
      logging.catch(() => undefined);

      const jobs: string[] = [];
      const downMs: number[] = [];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        jobs.push(await training.send());
        const enough = (CALLS * kill) / (KILLS + 1);
        await Promise.race([
          logging,
          expect.poll(() => acknowledged, { timeout: PATIENCE_MS, interval: 5 }).toBeGreaterThan(enough),
        ]);
        const killedMs = performance.now();
        await deployment.restart(anyService());
        downMs.push(performance.now() - killedMs);
      }
      jobs.push(await training.send());
      await logging;
      for (const client of clients) await client.finish(anyService().url);
      const seconds = (performance.now() - begunMs) / 1000;

      const check = ledger.check();
      for await (const row of storedCalls(anyService().url, ledger.project)) {
        check.add(row);
        if (row.ended_at === null) throw new Error(`${repeat}: ${row.id} has no end, and it was acknowledged.`);
      }
      expect(check.problems(), repeat).toEqual([]);
      expect(check.size, repeat).toBe(ledger.size);
      for (const { url } of deployment.services)
        expect(await countCalls(url, ledger.project), repeat).toBe(ledger.size);

      const ended: EndedJob[] = [];
      for (const id of jobs) {
        await expect.poll(() => training.endOf(id), POLL).toBeDefined();
        const end = await training.endOf(id);
        if (end) ended.push(end);
      }
      const completed = ended.filter(({ failure }) => failure === null);
      for (const { events, trainers } of completed)
        expect({ events, trainers }).toEqual({ events: COMPLETED, trainers: 1 });
      for (const { failure, trainers, events } of ended.filter((job) => job.failure !== null)) {
        expect({ failure, isOnce: trainers <= 1, ends: events.filter((type) => type === "training_failed") }).toEqual({
          ...{ failure: FOUND_DEAD, isOnce: true, ends: ["training_failed"] },
        });
      }
      // Nothing was killed after the last job was sent.
      expect(ended.at(-1)?.failure, repeat).toBe(null);
      expect(await training.checkpointSteps(), repeat).toEqual(
        Array.from({ length: completed.length + 1 }, (_, at) => at),
      );

      for (const dashboard of [first, second]) {
        expect(await dashboard.userOf(cookies)).toBe(ADMIN.email);
        const answer = await dashboard.ask(cookies, "calls.queryStats", { project_id: ledger.project });
        expect(answer).toMatchObject({ status: 200, body: { count: ledger.size } });
      }
      await second.signOut(cookies);
      for (const dashboard of [first, second]) {
        expect(await dashboard.userOf(cookies)).toBe(null);
        const answer = await dashboard.ask(cookies, "calls.queryStats", { project_id: ledger.project });
        expect(answer).toMatchObject({ status: 401 });
      }
      noteFigures(test, {
        "calls sent": ledger.size,
        kills: KILLS,
        "acknowledged calls lost or doubled": 0,
        seconds: Math.round(seconds),
        "calls a second, kills included": Math.round(ledger.size / seconds),
        "jobs trained; failed with their service": `${completed.length}; ${ended.length - completed.length}`,
        "longest restart of a service, ms": Math.round(Math.max(...downMs)),
      });
    },
    PATIENCE_MS,
  );
});
