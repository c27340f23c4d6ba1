import { afterEach, describe, expect, it, vi } from "vitest";
import { RowStream } from "@/lib/stream/row-stream";
import type { TableLine } from "./buffered-row";
import type { TableQuery } from "./table-query-body";
import { SHEET_LIMITS, type TableLimits, tableSource } from "./table-source";

afterEach(() => vi.unstubAllGlobals());

let connectionCount = 0;

/** A query to a connection that no other test uses. */
function questionTo(members: Partial<TableQuery> = {}): TableQuery {
  connectionCount += 1;
  const connectionId = `connection-${connectionCount}`;
  return { connectionId, projectId: "demo/airline", digest: "d1", rowDigests: [], sort: [], ...members };
}

interface SentRequest {
  readonly operation: string;
  readonly body: { readonly offset: number; readonly limit: number } & Record<string, unknown>;
}

/** Answers requests by operation and records them. */
function answering(answer: (request: SentRequest) => Response): SentRequest[] {
  const seen: SentRequest[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const request = { operation: path.split("/").at(-1) ?? "", body: JSON.parse(String(init.body)) };
    seen.push(request);
    return answer(request);
  });
  return seen;
}

const row = (index: number) => ({ digest: `r${index}`, val: { n: index }, original_index: index });
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(row(from + index))}\n`).join("");
const unsupported = () =>
  new Response(JSON.stringify({ error: { kind: "unsupported", message: "no", requestId: "r", operation: "o" } }), {
    status: 501,
  });

async function streamed(
  question: TableQuery,
  from = 0,
  limit: number | null = null,
  limits: Partial<TableLimits> = {},
) {
  const source = tableSource(question, { from, limit }, { ...SHEET_LIMITS, ...limits });
  const stream = new RowStream<TableLine>(source.read);
  stream.start();
  await expect.poll(() => stream.getState().isStreaming).toBe(false);
  return { source, stream, state: stream.getState() };
}

describe("the rows of a table", () => {
  it("are requested with the filter and the order, which the service applies", async () => {
    const seen = answering(() => new Response(lines(0, 2)));
    const sort = [{ field: "scores.reward", direction: "desc" }] as const;
    const { state } = await streamed(questionTo({ rowDigests: ["r0", "r1"], sort }), 40);
    expect(state.rows).toHaveLength(2);
    expect(seen).toMatchObject([
      {
        operation: "table.queryStream",
        body: {
          digest: "d1",
          offset: 40,
          filter: { row_digests: ["r0", "r1"] },
          sort_by: [{ field: "scores.reward", order: "desc" }],
        },
      },
    ]);
  });

  it("count the received bytes", async () => {
    const text = lines(0, 3);
    answering(() => new Response(text));
    expect((await streamed(questionTo())).source.byteCount()).toBe(text.length);
  });

  it("arrive page by page from a service that cannot stream, which is not asked to stream again", async () => {
    const seen = answering(({ operation, body }) => {
      if (operation === "table.queryStream") return unsupported();
      const count = Math.max(0, Math.min(body.limit, 1200 - body.offset));
      return new Response(
        JSON.stringify({ rows: Array.from({ length: count }, (_, index) => row(body.offset + index)) }),
      );
    });
    const question = questionTo();
    const first = await streamed(question);
    expect(first.state.rows.map(({ original_index }) => original_index)).toEqual(
      Array.from({ length: 1200 }, (_, index) => index),
    );
    expect(first.state.summary?.end.kind).toBe("complete");
    await streamed(question);
    expect(seen.filter(({ operation }) => operation === "table.queryStream")).toHaveLength(1);
  });

  it("are kept when a later page fails, and continue after them", async () => {
    let isBroken = true;
    answering(({ operation, body }) => {
      if (operation === "table.queryStream") return unsupported();
      if (body.offset > 0 && isBroken) return new Response("<html>", { status: 502 });
      const count = Math.max(0, Math.min(body.limit, 700 - body.offset));
      return new Response(
        JSON.stringify({ rows: Array.from({ length: count }, (_, index) => row(body.offset + index)) }),
      );
    });
    const { stream, state } = await streamed(questionTo());
    expect(state.summary?.end.kind).toBe("cut-short");
    const keptCount = state.rows.length;
    isBroken = false;
    stream.start();
    await expect.poll(() => stream.getState().summary?.end.kind).toBe("complete");
    expect(keptCount).toBe(500);
    expect(stream.getState().rows.map(({ original_index }) => original_index)).toEqual(
      Array.from({ length: 700 }, (_, index) => index),
    );
  });

  it("are not available when the service supports neither streams nor pages", async () => {
    answering(unsupported);
    expect((await streamed(questionTo())).state.failure?.kind).toBe("unsupported");
  });

  it("are never requested beyond the limit of a page", async () => {
    const seen = answering(({ body }) => new Response(lines(0, Math.min(body.limit, 20))));
    const { source } = await streamed(questionTo());
    expect(seen[0]?.body.limit).toBe(SHEET_LIMITS.rows);
    expect(source.isFull()).toBe(false);
  });

  it("are as many as requested, and after an interruption only the missing ones", async () => {
    const seen = answering(({ body }) =>
      seen.length === 1 ? new Response(`${lines(5, 2)}{"digest`) : new Response(lines(body.offset, body.limit)),
    );
    const { source, stream } = await streamed(questionTo(), 5, 3);
    stream.start();
    await expect.poll(() => stream.getState().summary?.end.kind).toBe("complete");
    expect(seen.map(({ body }) => [body.offset, body.limit])).toEqual([
      [5, 3],
      [7, 1],
    ]);
    expect(stream.getState().rows.map(({ original_index }) => original_index)).toEqual([5, 6, 7]);
    expect(source.isFull()).toBe(false);
  });

  it("end when their text exceeds the limit of a page, as a complete part and not as a failure", async () => {
    const long = "x".repeat(1_000_000);
    const chunk = new TextEncoder().encode(`${JSON.stringify({ digest: "r", val: { long }, original_index: 0 })}\n`);
    answering(
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              controller.enqueue(chunk);
            },
          }),
        ),
    );
    vi.stubGlobal("fetch", withSignal(globalThis.fetch));
    const { source, state } = await streamed(questionTo(), 0, null, { bytes: 5_000_000 });
    expect(source.isFull()).toBe(true);
    expect(state.summary?.end.kind).toBe("complete");
    expect(state.rows).toHaveLength(5);
  });
});

/** Like a browser: an aborted request breaks the body that is being read. */
function withSignal(fetched: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetched(input, init);
    const { signal } = init ?? {};
    const reader = response.body?.getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (signal?.aborted) return controller.error(signal.reason);
        const part = await reader?.read();
        if (!part || part.done) controller.close();
        else controller.enqueue(part.value);
      },
    });
    return new Response(body, response);
  };
}
