import { describe, expect, it } from "vitest";
import { StorageFullError } from "@/service/kernel/errors/service-errors";
import { StoreAborted } from "@/service/kernel/errors/store-errors";
import { runPieces } from "./run-pieces";

const { signal } = new AbortController();

const piecesOf = (count: number, rows = 1) => Array.from({ length: count }, (_, at) => ({ at, rows, bytes: 1 }));

/** Lets everything run that is ready. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("the pieces of a large request", () => {
  it("run in their order, and other work runs between any two", async () => {
    const seen: (number | string)[] = [];
    const other = () => {
      seen.push("other");
      if (seen.length < 20) setImmediate(other);
    };
    setImmediate(other);
    await runPieces(piecesOf(5), {
      owner: "a",
      signal,
      run: async ({ at }) => void seen.push(at),
    });
    expect(seen.filter((step) => typeof step === "number")).toEqual([0, 1, 2, 3, 4]);
    for (const [place, step] of seen.entries()) {
      if (typeof step === "number") expect(typeof seen[place + 1]).not.toBe("number");
    }
  });

  it("wait while so many rows of their owner are being stored, and those of another owner do not", async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = (owner: string) =>
      runPieces(piecesOf(4, 400), {
        owner,
        signal,
        run: ({ at }) => {
          begun.push(`${owner}${at}`);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
      });
    const all = [run("a"), run("b")];
    await settle();
    expect(begun).toEqual(["a0", "b0", "a1", "b1"]);
    while (begun.length < 8 || ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await settle();
    }
    await Promise.all(all);
  });

  it("end with the first failure once those that run have ended, and no other begins", async () => {
    const ended: number[] = [];
    const failing = runPieces(piecesOf(6, 512), {
      owner: "a",
      signal,
      run: async ({ at }) => {
        if (at === 1) throw new Error("no");
        await settle();
        ended.push(at);
      },
    });
    await expect(failing).rejects.toThrow("no");
    expect(ended).toEqual([0]);
  });

  it("are not called refused as a whole by a full disk after the first is stored", async () => {
    const refused = (failing: number) =>
      runPieces(piecesOf(3, 1_024), {
        owner: "a",
        signal,
        run: async ({ at }) => {
          if (at === failing) throw new StorageFullError("refused");
        },
      }).catch((error: unknown) => (error instanceof StorageFullError ? error.outcome : error));
    expect(await refused(0)).toBe("refused");
    expect(await refused(2)).toBe("failed");
  });

  it("end when their client has left", async () => {
    const client = new AbortController();
    const run = runPieces(piecesOf(9, 1_024), {
      owner: "a",
      signal: client.signal,
      run: async ({ at }) => {
        if (at === 0) client.abort();
        await settle();
      },
    });
    await expect(run).rejects.toThrow(StoreAborted);
  });
});
