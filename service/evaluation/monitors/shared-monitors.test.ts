// @module-tag all

import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type MonitorSettingsInput, monitorSettings } from "@/lib/api/contract/monitors/monitors";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { Leases } from "@/service/kernel/state/leases";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { SumsProvider } from "@/test/provider/sums-provider";
import { Monitors } from "./monitors";

const PROJECT = "demo/live";
/** Long enough for a process that waits for a busy machine. */
const LEASE_MS = 6_000;
const POLL = { timeout: 60_000 };

const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };
const { signal } = new AbortController();

/** The monitors of one of several services: they share traces and the database. */
interface Peer {
  readonly state: ServiceState;
  readonly monitors: Monitors;
  close(): Promise<void>;
}

describeOnPostgres("monitors of two services with one database", () => {
  let database: TestDatabase;
  let provider: SumsProvider;
  let service: TestService;
  let first: Peer;
  let second: Peer;

  async function openPeer(): Promise<Peer> {
    const state = await openState(`/nonexistent/${PROJECT}`, database.url);
    const leases = await Leases.open(state, { log, durationMs: LEASE_MS });
    const monitors = new Monitors(state, service.services, log, leases);
    await monitors.start();
    return {
      state,
      monitors,
      async close() {
        await monitors.close();
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
    await first.close();
    await second.close();
    await provider.stop();
    await service.close();
    await database.drop();
  });

  async function logCalls(ids: readonly string[]): Promise<void> {
    const now = engineTimeOf(Date.now() * 1_000);
    const inputs = payload({ question: "2 + 2?" });
    await service.calls.write(
      ids.flatMap((id) => [
        startPart({ projectId: PROJECT, id, opName: "answer", startedAt: now, inputs }),
        endPart({ projectId: PROJECT, id, endedAt: now, output: payload("4") }),
      ]),
    );
  }

  async function save(peer: Peer, id: string | null, members: Partial<MonitorSettingsInput> = {}): Promise<string> {
    const judge = { kind: "judge", name: "nice", model: "openai/adder", prompt: "good {output}" };
    const settings = monitorSettings.parse({ name: "Answers", rate_percent: 100, scorers: [judge], ...members });
    return (await peer.monitors.save({ projectId: PROJECT, id, settings, isOn: true }, identity, signal)).id;
  }

  const scored = async (peer: Peer) => (await peer.monitors.list(PROJECT)).map(({ today }) => today.calls)[0];

  it("score each call once", async () => {
    await save(first, null);
    await logCalls(["a", "b", "c"]);
    await expect.poll(() => scored(second), POLL).toBe(3);
    await logCalls(["d", "e"]);
    await expect.poll(() => scored(second), POLL).toBe(5);
    expect(provider.seen).toHaveLength(5);
  });

  it("follow changes that another service stored", async () => {
    const id = await save(first, null);
    await logCalls(["a"]);
    await expect.poll(() => scored(second), POLL).toBe(1);
    await save(second, id, { scorers: [{ kind: "exact", name: "right", expected: "question" }] });
    // The service that works on the monitor sees the change at its next look.
    let count = 0;
    await expect
      .poll(async () => {
        count += 1;
        await logCalls([`call-${count}`]);
        const [monitor] = await first.monitors.list(PROJECT);
        return monitor?.latest.some(({ scores }) => "right" in scores);
      }, POLL)
      .toBe(true);
    await second.monitors.remove(PROJECT, id);
    expect(await first.monitors.list(PROJECT)).toEqual([]);
  });

  it("are continued by the other service when theirs loses the database", async () => {
    await save(first, null);
    await logCalls(["a"]);
    await expect.poll(() => scored(second), POLL).toBe(1);
    await first.state.destroy();
    await logCalls(["b", "c"]);
    await expect.poll(() => scored(second), POLL).toBe(3);
    // A call that was being scored when the database was lost may be judged again.
    expect(provider.seen.length).toBeLessThanOrEqual(5);
  });
});
