import { describe, expect, it } from "vitest";
import { linesBody } from "./lines-body";

const options = { present: (row: unknown) => row, onFailure: () => undefined };

/** A source that hands out a row and then has none for as long as it is let. */
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

describe("a body of lines", () => {
  it("that is live sends what is there while the next line is not, without a timer", async () => {
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

  it("that is not live waits for company, and leaves in the end", async () => {
    const { source, release } = held([{ n: 1 }]);
    const reader = (await linesBody(source, options)).getReader();
    expect(await readText(reader)).toBe('{"n":1}\n');
    release();
    expect(await readText(reader)).toBe('{"last":true}\n');
  });
});
