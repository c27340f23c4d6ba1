import { describe, expect, it } from "vitest";
import { LoopTurns, Slices } from "./loop-turns";

/** Resolves after everything that is ready has run. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("turns of the event loop", () => {
  it("run one piece each, and owners in turn however many requests each has", async () => {
    const turns = new LoopTurns();
    const pieces: string[] = [];
    const run = async (owner: string) => {
      await turns.take(owner);
      pieces.push(owner);
    };
    const all = [run("a"), run("a"), run("a"), run("b")];
    const seen: number[] = [];
    while (pieces.length < 4) {
      await nextTurn();
      seen.push(pieces.length);
    }
    await Promise.all(all);
    expect(pieces).toEqual(["a", "b", "a", "a"]);
    for (const [at, count] of seen.entries()) expect(count - (seen[at - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it("let what arrives meanwhile run between the pieces of one request", async () => {
    const slices = new Slices("a", new LoopTurns());
    let others = 0;
    const other = () => {
      others += 1;
      if (others < 5) setImmediate(other);
    };
    setImmediate(other);
    for (let piece = 0; piece < 5; piece += 1) await slices.next();
    expect(others).toBeGreaterThanOrEqual(4);
  });
});
