// @module-tag all

import { afterEach, beforeEach, expect, it } from "vitest";
import { eventSubscriptionSave } from "@/lib/api/contract/watches/event-subscriptions";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { type WatchPeer, WatchPeers } from "@/service/watches/testing/watch-peers";

const PROJECT = "demo/events";
const MINUTE_MS = 60_000;
/** Several batches of a look, and not more than may wait. */
const CALLS = 250;
/** Messages that a service sends at the same time. */
const SENT_AT_ONCE = 8;
const POLL = { timeout: 120_000, interval: 10 };

const { signal } = new AbortController();
const identity = { userId: "ada", name: "ada", projects: null };

describeOnPostgres("events of two services with one database", () => {
  let peers: WatchPeers;
  let first: WatchPeer;
  let second: WatchPeer;

  beforeEach(async () => {
    peers = await WatchPeers.open(Date.now() + MINUTE_MS);
    [first, second] = [await peers.join(), await peers.join()];
    const channel = { project_id: PROJECT, name: "Receiver", kind: "webhook", url: peers.receiver.url };
    const { id: channel_id } = await first.watches.channels.save(channelSave.parse(channel), () => undefined);
    const subscription = { project_id: PROJECT, name: "Failed", kinds: ["call.failed"], channel_id };
    await first.watches.subscriptions.save(eventSubscriptionSave.parse(subscription), identity, signal);
    await logFailures();
  });

  afterEach(() => peers.close());

  async function logFailures(): Promise<void> {
    const [startedAt, endedAt] = [engineTimeOf((peers.nowMs - 2000) * 1000), engineTimeOf(peers.nowMs * 1000)];
    const parts = Array.from({ length: CALLS }, (_, at) => {
      const call = { projectId: PROJECT, id: `call-${at}` };
      return [startPart({ ...call, startedAt }), endPart({ ...call, endedAt, exception: "ValueError" })];
    });
    await peers.service.calls.write(parts.flat());
  }

  /** How many messages are stored: all, or those that wait. */
  async function countMessages(state?: "waiting"): Promise<number> {
    let query = second.state.selectFrom("watch_delivery").select(({ fn }) => fn.countAll<number>().as("count"));
    if (state !== undefined) query = query.where("state", "=", state);
    return Number((await query.executeTakeFirstOrThrow()).count);
  }

  /** Looks and sends by the service that leads, until each message has arrived. A dead service fails. */
  async function sendAll(): Promise<void> {
    await expect
      .poll(async () => {
        for (const { watches } of [first, second]) {
          await watches.followEvents().catch(() => undefined);
          await watches.send().catch(() => undefined);
        }
        peers.nowMs += 10_000;
        return [await countMessages(), await countMessages("waiting")];
      }, POLL)
      .toEqual([CALLS, 0]);
  }

  /** The ids of calls that the receiver was told of. */
  const receivedCalls = () =>
    peers.receiver.received.map(({ body }) => (JSON.parse(body) as { data: { call: { id: string } } }).data.call.id);

  it("are stored and sent once where both look and send at the same time", async () => {
    const both = async (step: (peer: WatchPeer) => Promise<void>) => await Promise.all([step(first), step(second)]);
    // Without their lease, as after a long pause of the process that had it.
    await both(({ watches }) => watches.subscriptions.follow(signal));
    expect(await countMessages()).toBe(CALLS);
    await both(({ watches }) => watches.outbox.sendDue(peers.nowMs, signal));
    await sendAll();
    expect(new Set(receivedCalls()).size).toBe(CALLS);
    expect(peers.receiver.received).toHaveLength(CALLS);
  });

  it("are stored once where a service dies while it follows calls", async () => {
    const following = first.watches.followEvents().catch(() => undefined);
    await expect.poll(() => countMessages(), POLL).toBeGreaterThan(0);
    await first.state.destroy();
    await following;
    expect(await countMessages()).toBeLessThan(CALLS);
    await sendAll();
    expect(new Set(receivedCalls()).size).toBe(CALLS);
    expect(peers.receiver.received).toHaveLength(CALLS);
  });

  it("are sent once where a service dies while it sends, or again with their ids where it knew no answer", async () => {
    await first.watches.followEvents();
    const sending = first.watches.send().catch(() => undefined);
    await expect.poll(() => peers.receiver.received.length, POLL).toBeGreaterThan(0);
    await first.state.destroy();
    await sending;
    const before = peers.receiver.received.length;
    expect(before).toBeLessThan(CALLS);
    await sendAll();
    expect(new Set(receivedCalls()).size).toBe(CALLS);
    expect(new Set(peers.receiver.received.map(({ id }) => id)).size).toBe(CALLS);
    expect(peers.receiver.received.length).toBeLessThanOrEqual(CALLS + SENT_AT_ONCE);
  });
});
