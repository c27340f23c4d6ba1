import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ExportTraceRequest, RawSpan } from "@/lib/api/contract/calls/otel";
import { LoopTurns } from "@/service/kernel/concurrency/loop-turns";
import { TooLargeError, ValidationError } from "@/service/kernel/errors/service-errors";
import { makeSpan, otlpAttributes } from "@/service/traces/otel/testing/make-span";
import { sized } from "@/test/setup/test-length";
import { type ConvertedBody, convertBody } from "./convert-body";
import { readExportPieces } from "./export-pieces";
import { MAX_SPANS } from "./span-limit";
import { callsOf } from "./testing/converted-calls";

const JSON_TYPE = "application/json";
const PIECES = { wholeSpans: -1, wholeBytes: -1, pieceSpans: 4, pieceBytes: 2_000 };

const bodyOf = (request: unknown) => ({
  type: JSON_TYPE,
  bytes: Buffer.from(JSON.stringify(request)),
  project: undefined,
});

const read = (request: unknown, limits = PIECES) => readExportPieces(bodyOf(request), "owner", limits);

const withoutTurn = (text: string) => text.replace(/"threadId":[^,]*,"turnId":[^,]*,/, "");

/** Few traces of few spans, some of which cannot be stored, in any order. */
const drawnSpan = fc.record({
  trace: fc.integer({ min: 0, max: 6 }),
  id: fc.integer({ min: 0, max: 9 }),
  parent: fc.option(fc.integer({ min: 1, max: 9 })),
  thread: fc.option(fc.constantFrom("a", "b")),
  text: fc.oneof(fc.string(), fc.json()),
  number: fc.constantFrom(1, 2 ** 40, 0.5),
});

function spanOf({
  trace,
  id,
  parent,
  thread,
  text,
  number,
}: typeof drawnSpan extends fc.Arbitrary<infer Value> ? Value : never): RawSpan {
  return makeSpan(
    { "input.value": text, n: number, ...(thread === null ? {} : { "gen_ai.conversation.id": thread }) },
    {
      traceId: String(trace + 1).padStart(32, "0"),
      // No span has the id 0.
      spanId: String(id).padStart(16, "0"),
      ...(parent === null ? {} : { parentSpanId: String(parent).padStart(16, "0") }),
    },
  );
}

const drawnRequest = fc
  .array(
    fc.record({
      project: fc.constantFrom("e/p", "e/q", null, `e/${"x".repeat(400)}`),
      scopes: fc.array(fc.array(drawnSpan, { maxLength: 5 }), { maxLength: 3 }),
    }),
    { maxLength: 3 },
  )
  .map(
    (resources): ExportTraceRequest => ({
      resourceSpans: resources.map(({ project, scopes }, at) => ({
        resource: { attributes: otlpAttributes({ at, ...(project === null ? {} : { "wandb.project": project }) }) },
        scopeSpans: scopes.map((spans, scope) => ({ scope: { name: `scope ${scope}` }, spans: spans.map(spanOf) })),
      })),
    }),
  );

describe("a large request", () => {
  it("becomes the same calls as one that is converted at once, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(drawnRequest, async (request) => {
        const outcome = await read(request).catch((error: Error) => error.message);
        let whole: ConvertedBody;
        try {
          whole = convertBody(bodyOf(request));
        } catch (error) {
          expect(outcome).toBe((error as Error).message);
          return;
        }
        if (typeof outcome === "string") throw new Error(outcome);
        expect(outcome.response).toEqual(whole.response);
        expect(outcome.projects).toEqual(whole.projects);
        const pieces = outcome.pieces.map((piece) => piece.convert());
        // The turns of a trace that is larger than a piece are decided later, as if it came in several requests.
        const parts = pieces.flatMap(callsOf).map(withoutTurn);
        expect(parts.sort()).toEqual(callsOf(whole).map(withoutTurn).sort());
        const large = await read(request, { ...PIECES, pieceSpans: 1_000, pieceBytes: 1024 ** 2 });
        expect(large.pieces.flatMap((piece) => callsOf(piece.convert())).sort()).toEqual(
          callsOf(convertBody(bodyOf(request))).sort(),
        );
      }),
      { numRuns: sized({ once: 60, all: 1_000 }) },
    );
  });

  it("keeps the spans of a trace in one piece, however they are mixed, and those of one trace in their order", async () => {
    const spans = Array.from({ length: 12 }, (_, at) =>
      makeSpan({}, { traceId: String((at % 4) + 1).padStart(32, "0"), spanId: String(at + 1).padStart(16, "0") }),
    );
    const { pieces } = await readExportPieces(
      { ...bodyOf({ resourceSpans: [{ scopeSpans: [{ spans }] }] }), project: "e/p" },
      "owner",
      PIECES,
    );
    const ids = pieces.map((piece) => [...piece.convert().projectBySpan.keys()].map(({ spanId }) => Number(spanId)));
    expect(ids).toEqual([
      [1, 5, 9],
      [2, 6, 10],
      [3, 7, 11],
      [4, 8, 12],
    ]);
  });

  it("is divided by its bytes, too", async () => {
    const spans = Array.from({ length: 3 }, (_, at) =>
      makeSpan({ "input.value": "x".repeat(2_000) }, { spanId: String(at + 1).padStart(16, "0") }),
    );
    const { pieces } = await readExportPieces(
      { ...bodyOf({ resourceSpans: [{ scopeSpans: [{ spans }] }] }), project: "e/p" },
      "owner",
      PIECES,
    );
    expect(pieces.map(({ rows }) => rows)).toEqual([1, 1, 1]);
  });

  it("lets everything else run while it is checked and converted", async () => {
    const spans = Array.from({ length: 3_000 }, (_, at) =>
      makeSpan(
        { "input.value": JSON.stringify({ at, list: Array.from({ length: 30 }, (_, item) => ({ item })) }) },
        { traceId: String((at % 300) + 1).padStart(32, "0"), spanId: String(at + 1).padStart(16, "0") },
      ),
    );
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const { pieces } = await readExportPieces(
      { ...bodyOf({ resourceSpans: [{ scopeSpans: [{ spans }] }] }), project: "e/p" },
      "owner",
    );
    isOver = true;
    expect(turns).toBeGreaterThan(3);
    expect(pieces.length).toBeGreaterThanOrEqual(3_000 / 128);
  });

  it("gives others a turn in each pass over its spans: as they are checked, ordered and divided", async () => {
    const count = 2_048;
    const spans = Array.from({ length: count }, (_, at) => {
      const id = Buffer.alloc(8);
      id.writeUInt32BE(at + 1);
      return delimited(2, Buffer.concat([delimited(1, Buffer.alloc(16, (at % 64) + 1)), delimited(2, id), TIMES]));
    });
    const bytes = delimited(1, delimited(2, Buffer.concat(spans)));
    // Each look at the clock finds that the slice is over.
    let nowMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      nowMs += 1_000;
      return nowMs;
    });
    const turns = vi.spyOn(LoopTurns.prototype, "take");
    await readExportPieces({ type: "application/x-protobuf", bytes, project: "e/p" }, "owner");
    vi.restoreAllMocks();
    const spansPerLook = 16;
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual((3 * count) / spansPerLook);
  });

  it.each([
    [
      "a span of another shape",
      { spans: [makeSpan({}), { traceId: 7 }] },
      "resourceSpans.0.scopeSpans.1.spans.1.traceId",
    ],
    ["a scope of another shape", { scope: 7, spans: [] }, "resourceSpans.0.scopeSpans.1.scope"],
  ])("with %s is refused, and the place is named", async (_name, scopeSpans, place) => {
    const refused = read({ resourceSpans: [{ scopeSpans: [{ spans: [makeSpan({})] }, scopeSpans] }] });
    await expect(refused).rejects.toThrow(ValidationError);
    await expect(refused).rejects.toThrow(place);
  });

  it.each([
    "{",
    '{"resourceSpans":[',
    '{"resourceSpans":[]} []',
    '{"resourceSpans":[{"scopeSpans":[{"spans":[{}{}]}]}]}',
  ])("that is not JSON is refused: %s", async (text) => {
    const body = { type: JSON_TYPE, bytes: Buffer.from(text), project: "e/p" };
    await expect(readExportPieces(body, "owner", PIECES)).rejects.toThrow(/not JSON/);
  });

  it("counts the later of two lists with one name", async () => {
    const first = JSON.stringify([{ spans: [makeSpan({}, { spanId: "1".repeat(16) })] }]);
    const second = JSON.stringify([{ spans: [makeSpan({}, { spanId: "2".repeat(16) })] }]);
    const text = `{"resourceSpans":[{"scopeSpans":${first},"scopeSpans":${second}}]}`;
    const { pieces } = await readExportPieces(
      { type: JSON_TYPE, bytes: Buffer.from(text), project: "e/p" },
      "owner",
      PIECES,
    );
    const ids = pieces.flatMap((piece) => [...piece.convert().projectBySpan.keys()].map(({ spanId }) => spanId));
    expect(ids).toEqual(["2".repeat(16)]);
  });

  it("with more spans than a request may have is refused with the number, in both encodings", async () => {
    const json = `{"resourceSpans":[{"scopeSpans":[{"spans":[${"{},".repeat(MAX_SPANS)}{}]}]}]}`;
    const empty = Buffer.alloc((MAX_SPANS + 1) * 2).fill(Buffer.from([0x12, 0x00]));
    for (const [type, bytes] of [
      [JSON_TYPE, Buffer.from(json)],
      ["application/x-protobuf", delimited(1, delimited(2, empty))],
    ] as const) {
      const refused = readExportPieces({ type, bytes, project: "e/p" }, "owner");
      await expect(refused).rejects.toThrow(TooLargeError);
      await expect(refused).rejects.toThrow("200000 spans");
    }
  });
});

/** The start and the end of a span in protobuf. */
const TIMES = Buffer.from([0x39, 0, 0, 0, 0, 0, 0, 1, 0, 0x41, 0, 0, 0, 0, 0, 0, 1, 0]);

/** A message in a field of another one. */
function delimited(field: number, content: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = content.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length]), content]);
}
