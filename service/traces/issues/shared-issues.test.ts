// @module-tag all

import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { Leases } from "@/service/kernel/state/leases";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { Issues } from "./issues";

const PROJECT = "demo/shared";
const NOW_MS = Date.parse("2026-11-20T11:00:00Z");
const POLL = { timeout: 60_000, interval: 200 };
const log = pino({ level: "silent" });

/** The issues of one of several services: they share traces and the database. */
interface Peer {
  readonly state: ServiceState;
  readonly issues: Issues;
  close(): Promise<void>;
}

describeOnPostgres("issues of two services with one database", () => {
  let database: TestDatabase;
  let service: TestService;
  let first: Peer;
  let second: Peer;

  async function openPeer(): Promise<Peer> {
    const state = await openState(`/nonexistent/${PROJECT}`, database.url);
    const leases = await Leases.open(state, { log, durationMs: 3_000 });
    const issues = new Issues({ state, leases, log, services: service.services, now: () => NOW_MS });
    return {
      state,
      issues,
      async close() {
        await issues.close();
        await leases.close();
        await state.destroy().catch(() => undefined);
      },
    };
  }

  beforeEach(async () => {
    database = await createTestDatabase();
    service = await openTestService();
    [first, second] = [await openPeer(), await openPeer()];
  });

  afterEach(async () => {
    await first.close();
    await second.close();
    await service.close();
    await database.drop();
  });

  async function logFailures(count: number): Promise<void> {
    const parts = Array.from({ length: count }, (_, at) => {
      const call = { projectId: PROJECT, id: `c${at}` };
      return [startPart({ ...call, opName: `op-${at % 4}` }), endPart({ ...call, exception: `Slow: ${at} s` })];
    });
    await service.calls.write(parts.flat());
  }

  const listed = async ({ issues }: Peer) => {
    const reader = { store: service.store, signal: new AbortController().signal };
    const { issues: found } = await issues.list(reader, { project_id: PROJECT });
    const events = await Promise.all(
      found.map(async ({ id }) => (await issues.read(reader, { project_id: PROJECT, issue_id: id })).events.length),
    );
    return { found: found.length, events };
  };

  it("are found once, whoever looks", async () => {
    await logFailures(40);
    await Promise.all([first.issues.look(), second.issues.look()]);
    await Promise.all([first.issues.look(), second.issues.look()]);
    expect(await listed(first)).toEqual({ found: 4, events: [1, 1, 1, 1] });
    expect(await listed(second)).toEqual(await listed(first));
  });

  it("are found by the other one when the one that looked dies", async () => {
    await first.issues.look();
    await logFailures(8);
    await first.state.destroy();
    await expect
      .poll(async () => {
        await second.issues.look();
        return (await listed(second)).found;
      }, POLL)
      .toBe(4);
  });
});
