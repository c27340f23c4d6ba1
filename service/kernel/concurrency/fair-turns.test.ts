import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StoreAborted, StoreOverloaded } from "@/service/kernel/errors/store-errors";
import { FairTurns } from "./fair-turns";

const { signal } = new AbortController();

const bytes = (count: number) => ({ bytes: count, rows: 0 });

describe("fair turns", () => {
  it("let another sender begin while one has used all of its turns", async () => {
    const turns = new FairTurns({ requests: 2 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const request = async (name: string) => {
      ends.push(await turns.take(name, bytes(1), signal));
      begun.push(name);
    };
    const greedy = ["a", "a", "a", "a"].map(request);
    const other = request("b");
    await expect.poll(() => begun).toEqual(["a", "a", "b"]);
    await other;
    ends[0]?.();
    ends[0]?.();
    await greedy[2];
    expect(begun).toEqual(["a", "a", "b", "a"]);
    ends[1]?.();
    await Promise.all(greedy);
  });

  it("limit the bytes at work, and refuse a request when as many bytes are already waiting", async () => {
    const turns = new FairTurns({ requests: 9, bytes: 10 });
    const end = await turns.take("a", bytes(8), signal);
    const waiting = turns.take("a", bytes(7), signal);
    let refusal: unknown = null;
    const refused = turns.take("a", bytes(7), signal).catch((error: unknown) => {
      refusal = error;
    });
    await expect.poll(() => refusal).toBeInstanceOf(StoreOverloaded);
    await refused;
    (await turns.take("b", bytes(1_000), signal))();
    end();
    (await waiting)();
    (await turns.take("a", bytes(1_000), signal))();
  });

  it("skip a waiting request whose client has disconnected, and continue with the next ones", async () => {
    const turns = new FairTurns({ requests: 1 });
    const end = await turns.take("a", bytes(1), signal);
    const leaving = new AbortController();
    const left = turns.take("a", bytes(1), leaving.signal);
    const next = turns.take("a", bytes(1), signal);
    leaving.abort();
    await expect(left).rejects.toThrow(StoreAborted);
    end();
    (await next)();
  });

  it("never exceed their limits and lose no request, in any order", async () => {
    const requests = fc.array(fc.record({ name: fc.constantFrom("a", "b"), size: fc.nat(6) }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(requests, fc.scheduler(), async (list, scheduler) => {
        const turns = new FairTurns({ requests: 3, bytes: 1_000 });
        const running = { a: 0, b: 0 };
        let done = 0;
        const all = list.map(async ({ name, size }) => {
          const end = await turns.take(name, bytes(size), signal);
          running[name] += 1;
          expect(running[name]).toBeLessThanOrEqual(3);
          await scheduler.schedule(Promise.resolve());
          running[name] -= 1;
          done += 1;
          end();
        });
        const scheduled = scheduler.waitFor(Promise.all(all));
        await scheduled;
        expect(done).toBe(list.length);
      }),
    );
  });

  it("limit the rows at work, so that many small rows cost as much as few large ones", async () => {
    const turns = new FairTurns({ requests: 9, rows: 100 });
    const end = await turns.take("a", { bytes: 1, rows: 80 }, signal);
    let hasBegun = false;
    const waiting = turns.take("a", { bytes: 1, rows: 30 }, signal).then((endWaiting) => {
      hasBegun = true;
      return endWaiting;
    });
    (await turns.take("b", { bytes: 1, rows: 1_000 }, signal))();
    expect(hasBegun).toBe(false);
    end();
    (await waiting)();
  });

  it("of what all share are given to the senders in turn, and no small request overtakes a large one", async () => {
    const turns = new FairTurns({ requests: 9, bytesOfAll: 10 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const request = async (name: string, size: number) => {
      ends.push(await turns.take(name, bytes(size), signal));
      begun.push(`${name}${size}`);
    };
    await request("a", 8);
    const all = [request("a", 4), request("a", 3), request("b", 9), request("c", 1)];
    const left = new AbortController();
    const leaving = turns.take("d", bytes(5), left.signal);
    left.abort();
    await expect(leaving).rejects.toThrow(StoreAborted);
    expect(begun).toEqual(["a8"]);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    expect(begun).toEqual(["a8", "a4", "b9", "c1", "a3"]);
  });

  it("admit a request that is larger than all may have when it is alone", async () => {
    const turns = new FairTurns({ requests: 9, bytesOfAll: 10 });
    (await turns.take("a", bytes(1_000), signal))();
    (await turns.take("b", bytes(10), signal))();
  });
});
