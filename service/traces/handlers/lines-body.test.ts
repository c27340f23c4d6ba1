import { describe, expect, it } from "vitest";
import { linesBody } from "./lines-body";

const options = { present: (row: unknown) => row, onFailure: () => undefined };

/** A source that yields one row and then waits until it is released. */
function held(rows: readonly object[]) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* source() {
    yield* rows;
    await released;
    yield { last: true };
  }
  return { source: source(), release };
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return value ? Buffer.from(value).toString("utf8") : "";
}

describe("a JSONL body", () => {
  it("sends a live line immediately, without waiting for the next one or a timer", async () => {
    const timers: number[] = [];
    const original = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, ms?: number) => {
      timers.push(ms ?? 0);
      return original(run, ms);
    }) as typeof setTimeout;
    try {
      const { source, release } = held([{ n: 1 }, { n: 2 }]);
      const reader = (await linesBody(source, { ...options, isLive: true })).getReader();
      expect(await readText(reader)).toBe('{"n":1}\n{"n":2}\n');
      release();
      expect(await readText(reader)).toBe('{"last":true}\n');
      expect(timers).toEqual([]);
    } finally {
      globalThis.setTimeout = original;
    }
  });

  it("collects lines that are not live, and sends them after a delay", async () => {
    const { source, release } = held([{ n: 1 }]);
    const reader = (await linesBody(source, options)).getReader();
    expect(await readText(reader)).toBe('{"n":1}\n');
    release();
    expect(await readText(reader)).toBe('{"last":true}\n');
  });
});
