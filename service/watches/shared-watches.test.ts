// @module-tag all

import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { watchSave } from "@/lib/api/contract/watches/watches";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { Leases } from "@/service/kernel/state/leases";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { Seal } from "@/service/kernel/state/seal";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { WebhookSender } from "./channels/webhook-sender";
import { TestReceiver } from "./testing/test-receiver";
import { Watches } from "./watches";

const PROJECT = "demo/watched";
const BEGIN_MS = Date.parse("2026-11-20T10:00:00Z");
const MINUTE_MS = 60_000;
const LEASE_MS = 3_000;
const POLL = { timeout: 60_000, interval: 200 };

const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };

/** The watches of one of several services: they share traces and the database. */
interface Peer {
  readonly state: ServiceState;
  readonly watches: Watches;
  close(): Promise<void>;
}

describeOnPostgres("watches of two services with one database", () => {
  let database: TestDatabase;
  let service: TestService;
  let receiver: TestReceiver;
  let first: Peer;
  let second: Peer;
  let nowMs: number;

  async function openPeer(): Promise<Peer> {
    const state = await openState(`/nonexistent/${PROJECT}`, database.url);
    const leases = await Leases.open(state, { log, durationMs: LEASE_MS });
    const policy = new AddressPolicy({
      ...{ HEDDLE_CONNECTION_POLICY: "self-hosted", HEDDLE_CONNECTION_ALLOW: [], PORT: 7700, HEDDLE_URL: undefined },
      publicUrl: "http://localhost:7700",
    });
    const watches = new Watches({
      ...{ state, leases, log, services: service.services, seal: new Seal(Buffer.alloc(32, 7)) },
      ...{ sender: new WebhookSender(policy), link: () => null, now: () => nowMs },
    });
    return {
      state,
      watches,
      async close() {
        await watches.close();
        await leases.close();
        await state.destroy().catch(() => undefined);
      },
    };
  }

  beforeEach(async () => {
    nowMs = BEGIN_MS;
    database = await createTestDatabase();
    service = await openTestService();
    receiver = await TestReceiver.start();
    [first, second] = [await openPeer(), await openPeer()];
  });

  afterEach(async () => {
    await first.close();
    await second.close();
    await receiver.stop();
    await service.close();
    await database.drop();
  });

  async function watchErrors(): Promise<string> {
    const channel = { project_id: PROJECT, name: "Pager", kind: "webhook", url: receiver.url };
    const { id } = await first.watches.channels.save(channelSave.parse(channel), () => undefined);
    const measure = { figure: "error_share", window_seconds: 300 };
    const condition = { kind: "above", level: 0.1 };
    const settings = { name: "Errors", measure, condition, for_windows: 1, channel_ids: [id] };
    const context = { ...service.services, signal: new AbortController().signal };
    return (await first.watches.save(context, watchSave.parse({ project_id: PROJECT, settings }), identity)).id;
  }

  /** Logs 40 calls of the window that begins at a minute, and lets it end. */
  async function passWindow(minute: number, failed: number): Promise<void> {
    const parts = Array.from({ length: 40 }, (_, at) => {
      const call = { projectId: PROJECT, id: `${minute}-${at}` };
      const time = engineTimeOf((BEGIN_MS + minute * MINUTE_MS) * 1000);
      return [
        startPart({ ...call, startedAt: time }),
        endPart({ ...call, endedAt: time, exception: at < failed ? "x" : null }),
      ];
    });
    await service.calls.write(parts.flat());
    nowMs = BEGIN_MS + (minute + 6) * MINUTE_MS;
  }

  const both = (step: (watches: Watches) => Promise<void>) => Promise.all([step(first.watches), step(second.watches)]);

  it("judge and tell once, whoever asks", async () => {
    const id = await watchErrors();
    for (const [minute, failed] of [
      [0, 40],
      [5, 0],
      [10, 40],
    ] as const) {
      await passWindow(minute, failed);
      await both((watches) => watches.judge());
      await both((watches) => watches.send());
    }
    const { events } = await second.watches.read(PROJECT, id);
    expect(events.map(({ kind }) => kind)).toEqual(["firing", "resolved", "firing"]);
    expect(receiver.received).toHaveLength(3);
  });

  it("continue where a service died between the state and its message", async () => {
    await watchErrors();
    await passWindow(0, 40);
    await first.watches.judge();
    // The first one has stored the message and the lease, and never sends.
    await first.state.destroy();
    await expect
      .poll(async () => {
        await second.watches.judge();
        await second.watches.send();
        return receiver.received.length;
      }, POLL)
      .toBe(1);
  });

  it("send a message whose answer a dead service never stored again, with the same id", async () => {
    await watchErrors();
    await passWindow(0, 40);
    await first.watches.judge();
    const sending = first.watches.send().catch(() => undefined);
    await expect.poll(() => receiver.received.length, POLL).toBe(1);
    await first.state.destroy();
    await sending;
    nowMs += MINUTE_MS;
    await expect
      .poll(async () => {
        await second.watches.send();
        const [delivery] = await second.watches.outbox.list(PROJECT, { channelId: null, watchId: null });
        return delivery?.state;
      }, POLL)
      .toBe("sent");
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });
});
