// @module-tag all

import { afterEach, beforeEach, expect, it } from "vitest";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { watchSave } from "@/lib/api/contract/watches/watches";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { type WatchPeer, WatchPeers } from "./testing/watch-peers";
import type { Watches } from "./watches";

const PROJECT = "demo/watched";
const BEGIN_MS = Date.parse("2026-11-20T10:00:00Z");
const MINUTE_MS = 60_000;
const POLL = { timeout: 60_000, interval: 200 };

const identity = { userId: "ada", name: "ada", projects: null };

describeOnPostgres("watches of two services with one database", () => {
  let peers: WatchPeers;
  let first: WatchPeer;
  let second: WatchPeer;

  beforeEach(async () => {
    peers = await WatchPeers.open(BEGIN_MS);
    [first, second] = [await peers.join(), await peers.join()];
  });

  afterEach(() => peers.close());

  async function watchErrors(): Promise<string> {
    const channel = { project_id: PROJECT, name: "Pager", kind: "webhook", url: peers.receiver.url };
    const { id } = await first.watches.channels.save(channelSave.parse(channel), () => undefined);
    const measure = { figure: "error_share", window_seconds: 300 };
    const condition = { kind: "above", level: 0.1 };
    const settings = { name: "Errors", measure, condition, for_windows: 1, channel_ids: [id] };
    const context = { ...peers.service.services, signal: new AbortController().signal };
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
    await peers.service.calls.write(parts.flat());
    peers.nowMs = BEGIN_MS + (minute + 6) * MINUTE_MS;
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
    expect(peers.receiver.received).toHaveLength(3);
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
        return peers.receiver.received.length;
      }, POLL)
      .toBe(1);
  });

  it("send a message whose answer a dead service never stored again, with the same id", async () => {
    await watchErrors();
    await passWindow(0, 40);
    await first.watches.judge();
    const sending = first.watches.send().catch(() => undefined);
    await expect.poll(() => peers.receiver.received.length, POLL).toBe(1);
    await first.state.destroy();
    await sending;
    peers.nowMs += MINUTE_MS;
    await expect
      .poll(async () => {
        await second.watches.send();
        const [delivery] = await second.watches.outbox.list(PROJECT, { channelId: null, watchId: null });
        return delivery?.state;
      }, POLL)
      .toBe("sent");
    expect(new Set(peers.receiver.received.map(({ id }) => id)).size).toBe(1);
  });
});
