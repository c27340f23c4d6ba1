import { afterEach, describe, expect, it, vi } from "vitest";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { readFullTable, readLoaded } from "./export-reader";

afterEach(() => vi.unstubAllGlobals());

const question = { connectionId: "c1", projectId: "demo/airline", digest: "d1", rowDigests: [], sort: [] };
const line = (index: number) => `${JSON.stringify({ digest: `r${index}`, val: index, original_index: index })}\n`;
const linesFrom = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => line(from + index)).join("");

/** Answers each request with a body and records the requested offsets. */
function answering(answer: (offset: number) => BodyInit): number[] {
  const offsets: number[] = [];
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    const { offset } = JSON.parse(String(init.body)) as { offset: number };
    offsets.push(offset);
    return new Response(answer(offset));
  });
  return offsets;
}

/** A body that breaks after its text. */
function broken(text: string): ReadableStream<Uint8Array> {
  let isSent = text === "";
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new TypeError("network error"));
      isSent = true;
      controller.enqueue(new TextEncoder().encode(text));
    },
  });
}

async function read(signal = new AbortController().signal): Promise<number[]> {
  const rows: TableLine[] = [];
  await readFullTable(
    question,
    signal,
  )(async (part) => {
    rows.push(...part);
  });
  return rows.map(({ original_index }) => original_index ?? -1);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("the rows of an export", () => {
  it("continue after the last row when a stream breaks", async () => {
    const offsets = answering((offset) => (offset === 0 ? broken(linesFrom(0, 3)) : linesFrom(offset, 7)));
    expect(await read()).toEqual(upTo(7));
    expect(offsets).toEqual([0, 3]);
  });

  it("fail when a stream breaks again without a new row", async () => {
    const offsets = answering((offset) => broken(offset === 0 ? linesFrom(0, 3) : ""));
    await expect(read()).rejects.toThrow("The stream ended early at row 3");
    expect(offsets).toEqual([0, 3, 3]);
  });

  it("fail at a line that cannot be read, since a file without it would look complete", async () => {
    answering(() => `${line(0)}<html>\n${line(2)}`);
    await expect(read()).rejects.toThrow("Row 2 could not be read");
  });

  it("end when they are stopped", async () => {
    const stopped = new AbortController();
    const rows = Array.from({ length: 5000 }, (_, index) => ({ digest: "r", val: index }));
    const parts: number[] = [];
    const reading = readLoaded(
      rows,
      stopped.signal,
    )(async (part) => {
      parts.push(part.length);
      stopped.abort();
    });
    await expect(reading).rejects.toThrow();
    expect(parts).toHaveLength(1);
  });
});
