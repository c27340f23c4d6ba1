import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonLines } from "./json-lines";

const encoder = new TextEncoder();

function streamOf(chunks: readonly Uint8Array[], failure?: unknown): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next];
      next += 1;
      if (chunk) controller.enqueue(chunk);
      else if (failure === undefined) controller.close();
      else controller.error(failure);
    },
  });
}

async function collect(chunks: readonly Uint8Array[], failure?: unknown) {
  const rows: unknown[] = [];
  const summary = await readJsonLines(
    streamOf(chunks, failure),
    (value) => value,
    (batch) => rows.push(...batch),
  );
  return { rows, ...summary };
}

const TEXT = `{"a":"Zürich 🧵"}\n\n{"b":[1,2,{"c":"\\n"}]}\r\n{"d":null}\n`;
const ROWS = [{ a: "Zürich 🧵" }, { b: [1, 2, { c: "\n" }] }, { d: null }];

describe("JSON lines", () => {
  it("yield the same rows wherever the bytes are split, also inside characters", async () => {
    const bytes = encoder.encode(TEXT);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const result = await collect([bytes.slice(0, cut), bytes.slice(cut)]);
      expect(result.rows, `cut at byte ${cut}`).toEqual(ROWS);
      expect(result.end).toEqual({ kind: "complete" });
    }
  });

  it("yield the same rows when every byte arrives alone", async () => {
    const bytes = encoder.encode(TEXT);
    expect((await collect([...bytes].map((byte) => Uint8Array.of(byte)))).rows).toEqual(ROWS);
  });

  it("yield the same rows and the same unreadable lines for any lines in any chunks", async () => {
    const line = fc.oneof(
      fc.json({ stringUnit: "binary", maxDepth: 2 }).map((text) => text.replaceAll("\n", " ")),
      fc.constantFrom("", " ", "{", "null", "<html>", '"\u2028"', "{}\r", "NaN"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 8 }), async (lines, cuts) => {
        const bytes = encoder.encode(lines.map((each) => `${each}\n`).join(""));
        const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right);
        const ends = [...places, bytes.length];
        const chunks = ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end));
        expect(await collect(chunks)).toEqual(await collect([bytes]));
      }),
    );
  });

  it("read more only after the rows are taken", async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          if (pulls > 4) controller.close();
          else controller.enqueue(encoder.encode(`{"n":${pulls}}\n`));
        },
      },
      { highWaterMark: 0 },
    );
    const seen: number[] = [];
    const take = async () => {
      await Promise.resolve();
      seen.push(pulls);
    };
    await readJsonLines(body, (value) => value, take);
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it("are complete when only the last line end is missing", async () => {
    const result = await collect([encoder.encode('{"a":1}\n{"b":2}')]);
    expect(result).toMatchObject({ rows: [{ a: 1 }, { b: 2 }], rowCount: 2, end: { kind: "complete" } });
  });

  it("are cut short when the stream ends in half a line, keeping complete rows", async () => {
    const result = await collect([encoder.encode('{"a":1}\n{"b":')]);
    expect(result).toMatchObject({ rows: [{ a: 1 }], rowCount: 1, badLines: [], end: { kind: "cut-short" } });
  });

  it("are cut short when the connection breaks, with the known reason", async () => {
    const result = await collect([encoder.encode('{"a":1}\n')], new TypeError("network error"));
    expect(result).toMatchObject({ rows: [{ a: 1 }], end: { kind: "cut-short", reason: "network error" } });
  });

  it("are stopped when the reader stops them", async () => {
    const result = await collect([encoder.encode('{"a":1}\n')], new DOMException("stopped", "AbortError"));
    expect(result).toMatchObject({ rows: [{ a: 1 }], end: { kind: "stopped" } });
  });

  it("count lines that do not parse, with their number, and continue", async () => {
    const result = await collect([encoder.encode('{"a":1}\n\n<html>\n{"b":2}\n')]);
    expect(result.rows).toEqual([{ a: 1 }, { b: 2 }]);
    expect(result.badLines.map((bad) => bad.line)).toEqual([3]);
    expect(result.end).toEqual({ kind: "complete" });
  });

  it("of an empty body are complete and have no rows", async () => {
    expect(await collect([])).toMatchObject({ rows: [], rowCount: 0, end: { kind: "complete" } });
  });

  it("report how many bytes arrived, including those of unreadable lines", async () => {
    const sizes: number[] = [];
    const chunks = [encoder.encode('{"a":"é"}\n'), encoder.encode("<html>\n")];
    await readJsonLines(
      streamOf(chunks),
      (value) => value,
      () => undefined,
      (count) => sizes.push(count),
    );
    expect(sizes).toEqual([11, 7]);
  });

  it("keep the digits of numbers", async () => {
    const { rows } = await collect([encoder.encode('{"n":9007199254740993,"f":1.0}\n')]);
    expect(String((rows[0] as { n: unknown }).n)).toBe("9007199254740993");
  });
});
