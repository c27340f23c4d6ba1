import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoreAborted, StoreTimeout } from "@/service/kernel/errors/store-errors";
import { RowEncoder, UINT8 } from "./row-encoder";
import { openServerStore } from "./server-store";
import type { Store } from "./store";

interface Seen {
  readonly url: URL;
  readonly body: string;
}

/** Replaces a server's HTTP interface: records requests and responds according to the SQL. */
const seen: Seen[] = [];
let server: Server;
let store: Store;

const TABLE = `{"meta":[{"name":"n","type":"UInt64"},{"name":"x","type":"Float64"},{"name":"l","type":"Array(UInt64)"}],
"data":[[18446744073709551615, 0.10, [1, 18446744073709551615]], [5, null, []]],
"rows":2,"statistics":{"elapsed":0.01,"rows_read":7,"bytes_read":80}}`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const url = new URL(request.url ?? "/", "http://localhost");
  seen.push({ url, body });
  if (body.includes("FORMAT JSONCompact")) return void response.end(TABLE);
  if (body.includes("slow")) return void response.writeHead(200).write('{"n":1}\n');
  if (body.includes("late")) {
    response.writeHead(500, { "x-clickhouse-exception-code": "159" });
    return void response.end("Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED) (version 26.7)");
  }
  response.end(body.startsWith("SELECT") ? '{"n":1}\n{"n":2}\n' : "");
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The cast is valid for every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  store = openServerStore(`http://user:secret@127.0.0.1:${port}/traces`);
});

afterAll(async () => {
  await store.close();
  server.closeAllConnections();
  server.close();
});

describe("store on a ClickHouse server", () => {
  it("sends parameters separately from the SQL, never in it", async () => {
    const sql = "SELECT n FROM t WHERE s = {s:String} AND n = {n:UInt64}";
    expect(await store.read({ sql, params: { s: "x' OR 1", n: 7n } })).toEqual([{ n: 1 }, { n: 2 }]);
    const request = seen.at(-1);
    expect(request?.url.searchParams.get("param_s")).toBe("x\\' OR 1");
    expect(request?.url.searchParams.get("param_n")).toBe("7");
    expect(request?.body).not.toContain("OR 1");
    expect(request?.body).toMatch(/max_execution_time = 60.*max_memory_usage.*max_result_rows/);
  });

  it("reads a whole table with its types, with the digits of integers that a number does not hold", async () => {
    expect(await store.readTable({ sql: "SELECT n, x, l FROM t", settings: { limit: 3 } })).toEqual({
      columns: [
        { name: "n", type: "UInt64" },
        { name: "x", type: "Float64" },
        { name: "l", type: "Array(UInt64)" },
      ],
      rows: [
        ["18446744073709551615", 0.1, [1, "18446744073709551615"]],
        [5, null, []],
      ],
      rowsRead: 7,
      bytesRead: 80,
    });
    expect(seen.at(-1)?.body).toMatch(/readonly = 1.*limit = 3/);
  });

  it("sends parameters that are too long for an address in the body, beside the SQL", async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `id-${index}-with-some-length`);
    await store.read({ sql: "SELECT n FROM t WHERE id IN {ids:Array(String)}", params: { ids } });
    const request = seen.at(-1);
    expect(request?.url.href.length).toBeLessThan(4_096);
    expect(request?.body).toContain('name="param_ids"');
    expect(request?.body).toContain("'id-499-with-some-length'");
    expect(request?.body).toMatch(/name="query"\r\n\r\nSELECT n FROM t WHERE id IN \{ids:Array\(String\)\}/);
  });

  it("returns rows in blocks as text and as values", async () => {
    const blocks = [];
    for await (const block of store.stream({ sql: "SELECT n FROM t" })) blocks.push(block);
    expect(blocks.map((block) => block.text()).join("")).toBe('{"n":1}\n{"n":2}\n');
    expect(blocks.flatMap((block) => block.rows())).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("tells the server to stop a query that the caller aborts", async () => {
    const abort = new AbortController();
    const reading = store.read({ sql: "SELECT slow", signal: abort.signal });
    const outcome = expect(reading).rejects.toThrow(StoreAborted);
    await expect.poll(() => seen.at(-1)?.body).toContain("slow");
    const queryId = seen.at(-1)?.url.searchParams.get("query_id");
    abort.abort();
    await outcome;
    expect(seen.at(-1)?.body).toContain("KILL QUERY");
    expect(seen.at(-1)?.url.searchParams.get("param_queryId")).toBe(queryId);
  });

  it("recognizes the server's errors by their number", async () => {
    await expect(store.read({ sql: "SELECT late" })).rejects.toThrow(StoreTimeout);
  });

  it("sends rows unchanged and waits until the server has stored them", async () => {
    await store.insert({ table: "t", columns: ["n"], lines: Buffer.from('{"n":1}\n') });
    const request = seen.at(-1);
    expect(request?.body).toContain('{"n":1}');
    expect(request?.url.search).toContain("async_insert=0");
  });

  it("sends binary rows unchanged, in the format of their columns", async () => {
    const columns = [{ name: "n", type: UINT8 }];
    const encoder = new RowEncoder(columns);
    for (const n of [65, 66]) encoder.add([n]);
    await store.insert({ table: "t", columns, rows: [encoder.bytes()] });
    const request = seen.at(-1);
    expect(request?.url.searchParams.get("query")).toContain("INSERT INTO t (n) FORMAT RowBinary");
    expect(request?.body).toBe("AB");
  });
});
