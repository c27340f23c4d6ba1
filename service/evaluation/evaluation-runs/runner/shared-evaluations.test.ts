// @module-tag all

import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EvaluationSettingsInput, evaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { Leases } from "@/service/kernel/state/leases";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { createTable } from "@/service/objects/operations/tables/table-create";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { SumsProvider } from "@/test/provider/sums-provider";
import { EvaluationRuns } from "./evaluation-runs";

const PROJECT = "demo/sums";
const ROWS = 6;
/** Long enough for a process that waits for a busy machine. */
const LEASE_MS = 6_000;
const POLL = { timeout: 60_000 };

const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };

/** The evaluations of one of several services: they share traces and the database. */
interface Peer {
  readonly state: ServiceState;
  readonly runs: EvaluationRuns;
  close(): Promise<void>;
}

describeOnPostgres("evaluations of two services with one database", () => {
  let database: TestDatabase;
  let provider: SumsProvider;
  let service: TestService;
  let first: Peer;
  let second: Peer;

  async function openPeer(): Promise<Peer> {
    const state = await openState(`/nonexistent/${PROJECT}`, database.url);
    const leases = await Leases.open(state, { log, durationMs: LEASE_MS });
    const runs = new EvaluationRuns(state, service.services, log, leases);
    await runs.start();
    return {
      state,
      runs,
      async close() {
        await runs.close();
        await leases.close();
        await state.destroy();
      },
    };
  }

  beforeEach(async () => {
    database = await createTestDatabase();
    provider = await SumsProvider.start();
    service = await openTestService({ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "none" });
    [first, second] = [await openPeer(), await openPeer()];
  });

  afterEach(async () => {
    provider.release();
    await first.close();
    await second.close();
    await provider.stop();
    await service.close();
    await database.drop();
  });

  async function begin(peer: Peer, members: Partial<EvaluationSettingsInput> = {}): Promise<string> {
    const rows = Array.from({ length: ROWS }, (_, at) => ({ question: `${at} + 1`, answer: at + 1 }));
    const table = { project_id: PROJECT, rows };
    const { digest } = await service.ask<{ digest: string }>("table.create", createTable, { table });
    const val = { _type: "Dataset", name: "sums", rows: `weave:///${PROJECT}/table/${digest}`, _class_name: "Dataset" };
    const obj = { project_id: PROJECT, object_id: "sums", val };
    const object = await service.ask<{ digest: string }>("obj.create", createObject, { obj });
    const settings = evaluationSettings.parse({
      name: "sums",
      models: [{ model: "openai/adder", messages: [{ role: "user", content: "{question}" }] }],
      rows: { dataset_ref: `weave:///${PROJECT}/object/sums:${object.digest}` },
      scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
      limits: { concurrency: 2 },
      ...members,
    });
    const { id } = await peer.runs.begin(PROJECT, settings, identity, new AbortController().signal);
    return id;
  }

  const stateOf = async (peer: Peer, id: string) => (await peer.runs.find(PROJECT, id)).state;

  async function isFinished(peer: Peer, id: string): Promise<void> {
    await expect.poll(() => stateOf(peer, id), POLL).toBe("finished");
    const trials = await peer.runs.records.trials(id);
    expect(trials.map(({ position, error }) => [position, error])).toEqual(
      Array.from({ length: ROWS }, (_, at) => [at, null]),
    );
    expect(new Set(trials.map(({ callId }) => callId)).size).toBe(ROWS);
  }

  it("run once: the other service leaves a run alone that has a lease", async () => {
    const id = await begin(first);
    await isFinished(second, id);
    expect(second.runs.activeRun(id)).toBeNull();
    expect(provider.seen).toHaveLength(ROWS);
  });

  it("are paused, resumed and stopped through either service", async () => {
    provider.hold();
    const id = await begin(first);
    await expect.poll(() => provider.seen.length).toBe(2);
    const pausing = second.runs.pause(PROJECT, id);
    await expect.poll(async () => (await first.runs.find(PROJECT, id)).reason).toBe("Pausing.");
    // The trials that run have to end.
    await expect.poll(() => first.runs.activeRun(id)?.run.id).toBe(id);
    await expect.poll(() => first.runs.activeRun(id)?.isResting, POLL).toBe(true);
    provider.release();
    expect(await pausing).toMatchObject({ state: "paused", isPausing: false });
    expect(await first.runs.records.trials(id)).toHaveLength(2);
    provider.hold();
    await second.runs.resume(PROJECT, id, {}, identity);
    expect(second.runs.activeRun(id)?.run.id).toBe(id);
    await expect.poll(() => provider.seen.length).toBe(4);
    const stopping = first.runs.stop(PROJECT, id);
    await expect.poll(() => second.runs.activeRun(id)?.isResting, POLL).toBe(true);
    provider.release();
    expect(await stopping).toMatchObject({ state: "stopped", reason: "Stopped." });
    expect(provider.seen).toHaveLength(4);
  });

  it("get another number of trials at a time through either service", async () => {
    provider.hold();
    const id = await begin(first, { limits: { concurrency: 1 } });
    await expect.poll(() => provider.seen.length).toBe(1);
    await second.runs.resume(PROJECT, id, { concurrency: 4 }, identity);
    await expect.poll(() => provider.seen.length, POLL).toBe(4);
    provider.release();
    await isFinished(second, id);
  });

  it("are continued by the other service when theirs loses the database, without repeating ended trials", async () => {
    const id = await begin(first, { limits: { concurrency: 1 } });
    await expect.poll(async () => (await second.runs.records.trials(id)).length, POLL).toBeGreaterThan(1);
    provider.hold();
    await first.state.destroy();
    await expect.poll(() => second.runs.activeRun(id)?.run.id, POLL).toBe(id);
    // The first service has left the run before.
    expect(first.runs.activeRun(id)).toBeNull();
    provider.release();
    await isFinished(second, id);
    const asked = provider.seen.map(({ messages }) => messages.at(-1)?.content);
    // At most the trial that was cut off is asked again.
    expect(asked.length).toBeLessThanOrEqual(ROWS + 1);
    expect(new Set(asked).size).toBe(ROWS);
  });
});
