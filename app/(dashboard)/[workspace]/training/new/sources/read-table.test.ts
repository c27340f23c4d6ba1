import { afterEach, expect, test, vi } from "vitest";
import type { TableRow } from "@/lib/api/contract/tables/tables";
import type { FilePart } from "./read-file";
import { readTable, SAMPLE_ROWS, type TableChoice } from "./read-table";

afterEach(() => vi.unstubAllGlobals());

const TABLE: TableChoice = { digest: "t", rowDigests: [], path: null };
const unsupported = { kind: "unsupported", message: "not supported", requestId: "r", operation: "table.queryStats" };

const row = (index: number, val: unknown): TableRow => ({ digest: `r${index}`, original_index: index, val });
const chat = (text: string) => [{ role: "user", content: text }];

/** A service with one table, which may break off, and may not report its row count. */
function serve(rows: readonly TableRow[], { isCut = false, hasStats = true } = {}) {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    requests.push(JSON.parse(String(init?.body)));
    if (path.endsWith("table.queryStats")) {
      return hasStats ? Response.json({ count: rows.length }) : Response.json({ error: unsupported }, { status: 501 });
    }
    const lines = rows.map((one) => `${JSON.stringify(one)}\n`);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const line = lines.shift();
        if (line !== undefined) controller.enqueue(new TextEncoder().encode(line));
        else if (isCut) controller.error(new TypeError("network error"));
        else controller.close();
      },
    });
    return new Response(body);
  });
  return requests;
}

async function read(choice: TableChoice) {
  const parts: FilePart[] = [];
  const shares: number[] = [];
  const place = { connectionId: "c", projectId: "demo/p", signal: new AbortController().signal };
  const failure = await readTable(place, "s", choice, (part, share) => {
    parts.push(part);
    shares.push(share);
  }).then(
    () => null,
    (error: unknown) => error,
  );
  return {
    rows: parts.flatMap((part) => part.rows),
    problems: parts.flatMap((part) => part.problems),
    shares,
    failure,
  };
}

test("finds the conversation column in the first rows and reads all rows with it", async () => {
  const rows = Array.from({ length: SAMPLE_ROWS + 10 }, (_, index) => row(index, { run: { chat: chat(`q${index}`) } }));
  serve(rows);
  const { rows: found, problems, shares, failure } = await read(TABLE);
  expect(failure).toBeNull();
  expect(problems).toEqual([]);
  expect(found.map(({ title }) => title)).toEqual(rows.map((_, index) => `q${index}`));
  expect(found[3]).toMatchObject({ place: "row 3", origin: { kind: "row", id: "r3", table: "t" } });
  expect(shares.at(-1)).toBe(1);
});

test("uses the chosen column and rows", async () => {
  const requests = serve([row(7, { first: chat("a"), second: chat("b") })]);
  const { rows } = await read({ digest: "t", rowDigests: ["r7"], path: "second" });
  expect(rows.map(({ title }) => title)).toEqual(["b"]);
  expect(requests).toEqual([{ project_id: "demo/p", digest: "t", filter: { row_digests: ["r7"] } }]);
});

test("names each row without a conversation", async () => {
  serve([row(0, { messages: chat("a") }), row(1, { messages: 7 }), row(2, "text")]);
  const { rows, problems } = await read({ ...TABLE, path: "messages" });
  expect(rows).toHaveLength(1);
  expect(problems.map(({ place }) => place)).toEqual(["row 1", "row 2"]);
});

test("keeps earlier rows when a response breaks off, and reports it", async () => {
  serve([row(0, { messages: chat("a") })], { isCut: true });
  const { rows, failure } = await read(TABLE);
  expect(rows).toHaveLength(1);
  expect(String(failure)).toContain("ended early");
});

test("reads from a service that cannot count, and reports an empty table", async () => {
  serve([row(0, { messages: chat("a") })], { hasStats: false });
  expect(await read(TABLE)).toMatchObject({ failure: null, shares: [0] });
  serve([], { hasStats: false });
  expect(String((await read(TABLE)).failure)).toContain("is empty");
});
