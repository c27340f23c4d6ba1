import { describe, expect, it } from "vitest";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { type DeletionTarget, PendingDeletions, UNDO_WINDOW_MS } from "./pending-deletions";

const target = (callId: string): DeletionTarget => ({ connectionId: "local", projectId: "e/p", callId, name: callId });
const failure: ServiceFailure = { kind: "upstream", message: "no", requestId: "", operation: "calls.delete" };

/** Deletions with a clock that the test controls, and a service that the test answers for. */
function set(answers: { send?: () => Promise<void>; descendants?: () => Promise<readonly string[]> } = {}) {
  let nowMs = 0;
  const timers = new Map<number, { atMs: number; then: () => void }>();
  const sent: [string, boolean][] = [];
  const deleted: string[] = [];
  const deletions = new PendingDeletions({
    nowMs: () => nowMs,
    after: (delayMs, then) => {
      const id = timers.size;
      timers.set(id, { atMs: nowMs + delayMs, then });
      return () => timers.delete(id);
    },
    send: (call, isLeaving) => {
      sent.push([call.callId, isLeaving]);
      return answers.send?.() ?? Promise.resolve();
    },
    readDescendants: () => answers.descendants?.() ?? Promise.resolve([]),
    failureOf: () => failure,
    onDeleted: ({ callId }) => deleted.push(callId),
  });
  const pass = async (ms: number) => {
    nowMs += ms;
    for (const [id, timer] of timers) {
      if (timer.atMs > nowMs) continue;
      timers.delete(id);
      timer.then();
    }
    await settled();
  };
  return { deletions, sent, deleted, pass };
}

/** Lets pending responses arrive. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe("a deletion", () => {
  it("hides the call at once, and sends nothing until the delay is over", async () => {
    const { deletions, sent, deleted, pass } = set();
    deletions.add(target("a"));
    expect(deletions.getState().hidden.has("a")).toBe(true);
    await pass(UNDO_WINDOW_MS - 1);
    expect(sent).toEqual([]);
    await pass(1);
    expect(sent).toEqual([["a", false]]);
    expect(deleted).toEqual(["a"]);
    expect(deletions.getState().pending).toEqual([]);
  });

  it("keeps deleted calls hidden", async () => {
    const { deletions, pass } = set({ descendants: () => Promise.resolve(["b", "c"]) });
    deletions.add(target("a"));
    await settled();
    await pass(UNDO_WINDOW_MS);
    expect([...deletions.getState().hidden].sort()).toEqual(["a", "b", "c"]);
  });

  it("is never sent after an undo, and everything is shown again", async () => {
    const { deletions, sent, pass } = set({ descendants: () => Promise.resolve(["b"]) });
    deletions.add(target("a"));
    await settled();
    deletions.undo("a");
    expect(deletions.getState()).toEqual({ pending: [], hidden: new Set() });
    await pass(UNDO_WINDOW_MS);
    expect(sent).toEqual([]);
  });

  it("names its descendants when they are counted, and continues when they cannot be counted", async () => {
    const counted = set({ descendants: () => Promise.resolve(["b", "c"]) });
    counted.deletions.add(target("a"));
    await settled();
    expect(counted.deletions.getState().pending[0]?.descendants).toEqual(["b", "c"]);
    const uncounted = set({ descendants: () => Promise.reject(new Error("no")) });
    uncounted.deletions.add(target("a"));
    await uncounted.pass(UNDO_WINDOW_MS);
    expect(uncounted.deleted).toEqual(["a"]);
  });

  it("waits while the user is at its notice, and then continues with the remaining time", async () => {
    const { deletions, sent, pass } = set();
    deletions.add(target("a"));
    await pass(UNDO_WINDOW_MS - 100);
    deletions.hold();
    await pass(UNDO_WINDOW_MS * 3);
    expect(sent).toEqual([]);
    expect(deletions.getState().pending[0]?.leftMs).toBe(100);
    deletions.release();
    await pass(99);
    expect(sent).toEqual([]);
    await pass(1);
    expect(sent).toEqual([["a", false]]);
  });

  it("is still sent when the page is left while it is held", async () => {
    const { deletions, sent, pass } = set();
    deletions.add(target("a"));
    deletions.hold();
    deletions.flush();
    deletions.release();
    await pass(UNDO_WINDOW_MS);
    expect(sent).toEqual([["a", true]]);
  });

  it("is sent at once when the page is left, and only once", async () => {
    const { deletions, sent, pass } = set();
    deletions.add(target("a"));
    deletions.flush();
    await pass(UNDO_WINDOW_MS);
    expect(sent).toEqual([["a", true]]);
  });

  it("shows the call again and the reason when it is refused, and can be retried", async () => {
    let isRefused = true;
    const { deletions, deleted, pass } = set({ send: () => (isRefused ? Promise.reject(failure) : Promise.resolve()) });
    deletions.add(target("a"));
    await pass(UNDO_WINDOW_MS);
    expect(deletions.getState().pending[0]).toMatchObject({ state: "failed", failure });
    expect(deletions.getState().hidden.has("a")).toBe(false);
    isRefused = false;
    deletions.add(target("a"));
    await pass(UNDO_WINDOW_MS);
    expect(deleted).toEqual(["a"]);
  });

  it("of one call twice is one deletion", async () => {
    const { deletions, sent, pass } = set();
    deletions.add(target("a"));
    deletions.add(target("a"));
    expect(deletions.getState().pending).toHaveLength(1);
    await pass(UNDO_WINDOW_MS);
    expect(sent).toEqual([["a", false]]);
  });

  it("notifies its listeners until they unsubscribe", () => {
    const { deletions } = set();
    let received = 0;
    const stop = deletions.subscribe(() => {
      received += 1;
    });
    deletions.add(target("a"));
    stop();
    deletions.undo("a");
    expect(received).toBe(1);
  });
});
