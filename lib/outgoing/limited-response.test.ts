import { describe, expect, it } from "vitest";
import { AnswerTooLargeError, limitedResponse } from "./limited-response";

const MIB = 1024 ** 2;
const EVENTS = { "content-type": "text/event-stream" };

/** An answer that arrives in these pieces. */
function answer(pieces: Iterable<Uint8Array | string>, headers: Record<string, string> = {}, status = 200): Response {
  const each = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = each.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? Buffer.from(value) : value);
    },
  });
  return new Response(body, { status, headers });
}

async function bytesOf(response: Response): Promise<number> {
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += piece.byteLength;
  return bytes;
}

function* repeated(piece: Uint8Array, count: number) {
  for (let at = 0; at < count; at += 1) yield piece;
}

describe("a limited answer", () => {
  it("is the answer itself, with its status and headers", async () => {
    const limited = limitedResponse(answer(['{"a"', ":1}"], { "content-type": "application/json", "x-one": "1" }, 429));
    expect([limited.status, limited.headers.get("x-one"), await limited.json()]).toEqual([429, "1", { a: 1 }]);
    const empty = new Response(null, { status: 204 });
    expect(limitedResponse(empty)).toBe(empty);
  });

  it("breaks off when it has more bytes than any answer may have", async () => {
    const piece = new Uint8Array(MIB);
    expect(await bytesOf(limitedResponse(answer(repeated(piece, 100))))).toBe(100 * MIB);
    const tooLong = limitedResponse(answer(repeated(piece, 101)));
    await expect(bytesOf(tooLong)).rejects.toThrow(AnswerTooLargeError);
  });

  it.each([
    ["with line feeds", ["\n\n"]],
    ["with line feeds that arrive apart", ["\n", "\n"]],
    ["with carriage returns", ["\r\r"]],
    ["with both, in three pieces", ["\r\n", "\r", "\n"]],
  ])("has as many events as it likes, which end %s", async (_what, end) => {
    const half = Buffer.alloc(3 * MIB, "x");
    const pieces = Array.from({ length: 4 }, () => [half, half, ...end]).flat();
    expect(await bytesOf(limitedResponse(answer(pieces, EVENTS)))).toBeGreaterThan(4 * 6 * MIB);
  });

  it("breaks off when one of its events does not end", async () => {
    const line = Buffer.alloc(MIB, "data: x\n");
    await expect(bytesOf(limitedResponse(answer(repeated(line, 9), EVENTS)))).rejects.toThrow("An event of the answer");
    expect(await bytesOf(limitedResponse(answer(repeated(line, 9))))).toBe(9 * MIB);
  });
});
