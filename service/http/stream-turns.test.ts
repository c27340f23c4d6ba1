import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreAborted, StoreOverloaded } from "@/service/kernel/errors/store-errors";
import { StreamTurns } from "./stream-turns";

const stop = () => undefined;

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] }),
);
afterEach(() => void vi.useRealTimers());

async function* endless() {
  for (;;) yield "row";
}

/** Begins a stream and reads its first row; then its reader takes nothing. */
async function stalled(turns: StreamTurns, sender: string, stop: (reason: string) => void = () => undefined) {
  const turn = await turns.take({ sender, signal: new AbortController().signal, stop });
  const rows = turn.watch(endless());
  await rows.next();
  return rows;
}

/** How a request ends that begins now, at the latest after some time. */
async function within(ms: number, turns: StreamTurns, sender: string): Promise<string> {
  const outcome = turns.take({ sender, signal: new AbortController().signal, stop }).then(
    ({ end }) => {
      end();
      return "began";
    },
    (error: unknown) => (error instanceof StoreOverloaded ? "refused" : "failed"),
  );
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("waits"), ms));
  const first = Promise.race([outcome, late]);
  await vi.advanceTimersByTimeAsync(ms);
  return await first;
}

describe("streams of one sender", () => {
  it("begin at once although others have stopped reading, and those stay open", async () => {
    const turns = new StreamTurns({ atOnce: 2 });
    const idle = [await stalled(turns, "a"), await stalled(turns, "a")];
    expect(await within(300, turns, "a")).toBe("began");
    for (const rows of idle) expect(await rows.next()).toEqual({ done: false, value: "row" });
  });

  it("wait while others are read, since those work", async () => {
    const turns = new StreamTurns({ atOnce: 1 });
    const rows = await stalled(turns, "a");
    let hasBegun = false;
    const waiting = turns.take({ sender: "a", signal: new AbortController().signal, stop }).then(() => {
      hasBegun = true;
    });
    for (let read = 0; read < 20; read += 1) {
      await rows.next();
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(hasBegun).toBe(false);
    await rows.return();
    await waiting;
  });

  it("of 500 stalled readers are refused within half a second, and keep no other sender waiting", async () => {
    const turns = new StreamTurns({ atOnce: 4 });
    const ended: string[] = [];
    let refused = 0;
    const readers = Array.from({ length: 500 }, () =>
      stalled(turns, "a", (reason) => ended.push(reason)).catch((error: unknown) => {
        if (error instanceof StoreOverloaded) refused += 1;
      }),
    );
    expect(await within(0, turns, "b")).toBe("began");
    await vi.advanceTimersByTimeAsync(500);
    expect(refused).toBeGreaterThan(400);
    expect(await within(0, turns, "b")).toBe("began");
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(readers);
    // Each of the others has begun, or was refused after ten seconds.
    expect(ended).toEqual(
      Array(500 - refused - 32).fill("Its reader took nothing for 5 s, and other streams of the sender waited."),
    );
    expect(await within(100, turns, "a")).toBe("began");
  });

  it("of a crowd that reads are all served, however many they are", async () => {
    const turns = new StreamTurns({ atOnce: 4 });
    async function* rows() {
      yield "row";
    }
    let read = 0;
    const crowd = Array.from({ length: 1_000 }, async () => {
      const { watch } = await turns.take({ sender: "a", signal: new AbortController().signal, stop });
      for await (const _ of watch(rows())) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        read += 1;
      }
    });
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(crowd);
    expect(read).toBe(1_000);
  });

  it("end the one that has been idle longest when more would be open than may be", async () => {
    const turns = new StreamTurns({ atOnce: 2, maxOpen: 2 });
    const ended: string[] = [];
    for (const name of ["first", "second"]) {
      await stalled(turns, "a", () => ended.push(name));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(await within(2_000, turns, "a")).toBe("waits");
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended).toEqual(["first"]);
    // Both are idle for long enough, and the one that was opened first has been read since.
    const read = await stalled(turns, "b", () => ended.push("read again"));
    await stalled(turns, "b", () => ended.push("never read again"));
    await vi.advanceTimersByTimeAsync(1_000);
    await read.next();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await within(1_000, turns, "b")).toBe("began");
    expect(ended).toEqual(["first", "never read again"]);
  });

  it("are refused after a time of waiting, and leave when their client does", async () => {
    const turns = new StreamTurns({ atOnce: 1, maxWaitMs: 1_000 });
    await turns.take({ sender: "a", signal: new AbortController().signal, stop });
    const client = new AbortController();
    const left = turns.take({ sender: "a", signal: client.signal, stop });
    const refused = expect(left).rejects.toThrow(StoreAborted);
    client.abort();
    await refused;
    expect(await within(1_000, turns, "a")).toBe("refused");
    expect(vi.getTimerCount()).toBe(0);
  });
});
