import { type ServerResponse, STATUS_CODES } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestDashboard } from "@/test/faults/relay-dashboard";
import { shortLimits, startRelay } from "@/test/faults/relay-test-setup";
import { type Reply, Upstream } from "@/test/faults/relay-upstream";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { fetchFrom, type Seen, seenCount, seenList } from "./seen-by-person";

let app: TestDashboard;
let upstream: Upstream;
let connection: string;

startRelay({ limitsOf: shortLimits }, (scene) => {
  ({ app, upstream, connection } = scene);
});

beforeEach(() => void vi.stubGlobal("fetch", fetchFrom(app)));
afterEach(() => void vi.unstubAllGlobals());

const LIST = "application/jsonl";
const JSON_TYPE = "application/json";
const row = (id: string) => `${JSON.stringify({ thread_id: id, turn_count: 1 })}\n`;
const TWO_ROWS = row("a") + row("b");

/** Bytes exactly as they are, past Node's own HTTP, and the end of the connection. */
function raw(response: ServerResponse, head: readonly string[], body: string): void {
  response.socket?.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const status = (code: number) => `HTTP/1.1 ${code} ${STATUS_CODES[code]}`;

const sends =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(200, { "content-type": type, ...headers }).end(body);

interface Fault {
  readonly fault: string;
  readonly reply: Reply;
  readonly seen: Partial<Record<keyof Seen, unknown>>;
}

const failed = (title: string, text: RegExp) => ({
  rows: [],
  end: null,
  title,
  state: expect.not.stringMatching(/^empty$/),
  text: expect.stringMatching(text),
});
const cutShort = (rows: readonly string[], text: RegExp) => ({
  rows,
  end: "cut-short",
  text: expect.stringMatching(text),
});
const withBadLines = (rows: readonly string[], text: RegExp) => ({
  rows,
  end: "complete",
  text: expect.stringMatching(text),
});

const SILENT = "The service does not respond";
const FAILED = "The service failed";
const UNREADABLE = "The response could not be read";

/** Faults of a list that arrives line by line: rows that arrived stay. */
const listFaults: readonly Fault[] = [
  {
    fault: "resets the connection after two rows",
    reply: (response) => {
      response.writeHead(200, { "content-type": LIST });
      response.write(TWO_ROWS, () => response.socket?.resetAndDestroy());
    },
    seen: cutShort(["a", "b"], /\w/),
  },
  {
    fault: "falls silent in the middle of a line",
    reply: (response) => {
      response.writeHead(200, { "content-type": LIST });
      response.write(`${TWO_ROWS}{"thread_id":"c`);
    },
    seen: cutShort(["a", "b"], /\w/),
  },
  {
    fault: "ends in half a line, as a closed connection does",
    reply: (response) =>
      raw(response, [status(200), `content-type: ${LIST}`, "connection: close"], `${TWO_ROWS}{"thread_id":"c"`),
    seen: cutShort(["a", "b"], /last line is incomplete/),
  },
  {
    fault: "announces more bytes than it sends",
    reply: (response) => raw(response, [status(200), `content-type: ${LIST}`, "content-length: 5000"], TWO_ROWS),
    seen: cutShort(["a", "b"], /\w/),
  },
  {
    fault: "announces fewer bytes than it sends",
    reply: (response) =>
      raw(response, [status(200), `content-type: ${LIST}`, `content-length: ${row("a").length + 9}`], TWO_ROWS),
    seen: cutShort(["a"], /last line is incomplete/),
  },
  {
    fault: "breaks off between two chunks",
    reply: (response) => {
      const chunk = `${TWO_ROWS.length.toString(16)}\r\n${TWO_ROWS}\r\n`;
      raw(response, [status(200), `content-type: ${LIST}`, "transfer-encoding: chunked"], chunk);
    },
    seen: cutShort(["a", "b"], /\w/),
  },
  {
    fault: "sends a line that is not JSON",
    reply: sends(LIST, `${row("a")}<h1>oops</h1>\n${row("b")}`),
    seen: withBadLines(["a", "b"], /^ line 2: /),
  },
  {
    fault: "sends a bare NaN",
    reply: sends(LIST, `${row("a")}{"thread_id":"n","turn_count":NaN}\n${row("b")}`),
    seen: withBadLines(["a", "b"], /^ line 2: /),
  },
  {
    fault: "sends rows of wrong types",
    reply: sends(LIST, `${row("a")}null\n[]\n{}\n{"thread_id":7,"turn_count":"x"}\n${row("b")}`),
    seen: withBadLines(["a", "b"], /line 2: .*line 3: .*line 4: .*line 5: /s),
  },
  {
    fault: "sends bytes that are not UTF-8",
    reply: sends(LIST, Buffer.concat([Buffer.from(row("a")), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from(row("b"))])),
    seen: withBadLines(["a", "b"], /^ line 2: /),
  },
  {
    fault: "sends names of members of all objects",
    reply: sends(LIST, `{"__proto__":{"polluted":1},"constructor":{},"thread_id":"a","turn_count":1}\n`),
    seen: { rows: ["a"], end: "complete" },
  },
  { fault: "has no row", reply: sends(LIST, ""), seen: { rows: [], end: "complete", title: null } },
  {
    fault: "names an encoding that the bytes do not have",
    reply: sends(LIST, TWO_ROWS, { "content-encoding": "gzip" }),
    seen: { rows: [], end: "cut-short" },
  },
  {
    fault: "ends in the middle of its compressed bytes",
    reply: (response) => {
      const packed = gzipSync(TWO_ROWS.repeat(1_000));
      response.writeHead(200, { "content-type": LIST, "content-encoding": "gzip" });
      response.end(packed.subarray(0, packed.length - 12));
    },
    seen: { end: "cut-short" },
  },
];

/** Faults of one JSON document, and of every response before its first byte. */
const documentFaults: readonly Fault[] = [
  { fault: "sends no headers", reply: () => {}, seen: failed(FAILED, /\w/) },
  {
    fault: "sends headers and falls silent",
    reply: (response) => response.writeHead(200, { "content-type": JSON_TYPE }).flushHeaders(),
    seen: failed(SILENT, /\w/),
  },
  {
    fault: "sends its headers one byte at a time, for ever",
    reply: (response) => {
      const { socket } = response;
      socket?.write("HTTP/1.1 200 OK\r\nx-slow: ");
      const timer = setInterval(() => socket?.write("x"), 20);
      socket?.once("close", () => clearInterval(timer));
    },
    seen: failed(FAILED, /\w/),
  },
  { fault: "closes the connection", reply: (response) => void response.destroy(), seen: failed(SILENT, /\w/) },
  {
    fault: "fails with a page of a proxy",
    reply: (response) =>
      void response
        .writeHead(502, { "content-type": "text/html" })
        .end("<html><script>alert(1)</script><h1>502 Bad Gateway</h1>nginx</html>"),
    seen: failed(FAILED, /502 Bad Gateway nginx/),
  },
  {
    fault: "fails without a word",
    reply: (response) => void response.writeHead(500).end(),
    seen: failed(FAILED, /\w/),
  },
  {
    fault: "redirects to another address",
    reply: (response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    seen: failed(FAILED, /redirect/i),
  },
  {
    fault: "sends a sign-in page with status 200",
    reply: sends("text/html", "<title>Sign in</title><form></form>"),
    seen: failed(UNREADABLE, /Sign in/),
  },
  { fault: "sends nothing", reply: sends(JSON_TYPE, ""), seen: failed(UNREADABLE, /not JSON/) },
  { fault: "sends half a document", reply: sends(JSON_TYPE, '{"count":'), seen: failed(UNREADABLE, /not JSON/) },
  {
    fault: "announces fewer bytes than it sends",
    reply: (response) =>
      raw(response, [status(200), `content-type: ${JSON_TYPE}`, "content-length: 9"], '{"count":37}'),
    seen: failed(UNREADABLE, /not JSON/),
  },
  {
    fault: "announces more bytes than it sends",
    reply: (response) =>
      raw(response, [status(200), `content-type: ${JSON_TYPE}`, "content-length: 900"], '{"count":37}'),
    seen: failed(SILENT, /\w/),
  },
  { fault: "sends null", reply: sends(JSON_TYPE, "null"), seen: failed(UNREADABLE, /the response: /) },
  { fault: "sends a list", reply: sends(JSON_TYPE, "[]"), seen: failed(UNREADABLE, /the response: /) },
  { fault: "leaves out a member", reply: sends(JSON_TYPE, "{}"), seen: failed(UNREADABLE, /count: /) },
  { fault: "sends a wrong type", reply: sends(JSON_TYPE, '{"count":"many"}'), seen: failed(UNREADABLE, /count: /) },
  {
    fault: "sends 100 kB of headers",
    reply: (response) => void response.writeHead(200, { "x-big": "x".repeat(100_000) }).end("{}"),
    seen: failed(UNREADABLE, /\w/),
  },
  {
    fault: "speaks another protocol",
    reply: (response) => void response.socket?.end("SSH-2.0-OpenSSH_9.2\r\n"),
    seen: failed(UNREADABLE, /\w/),
  },
  {
    fault: "rejects the stored credential",
    reply: (response) => void response.writeHead(401, { "content-type": JSON_TYPE }).end('{"reason":"no"}'),
    seen: failed("The service rejected the stored credential", /\w/),
  },
];

describe("a list of a service that", () => {
  it.each(listFaults)("$fault shows what arrived, and what is missing", async ({ reply, seen }) => {
    upstream.reply = reply;
    expect(await seenList(connection)).toMatchObject(seen);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    await expectWorkingAgain();
  });

  it("sends one line of many megabytes shows it whole, with its neighbours", async (test) => {
    const mib = scaled(8, 100);
    const value = "x".repeat(mib * 1024 * 1024);
    upstream.reply = sends(
      LIST,
      `${row("a")}${JSON.stringify({ thread_id: "long", turn_count: 1, value })}\n${row("b")}`,
    );
    const before = process.memoryUsage().rss;
    expect(await seenList(connection)).toMatchObject({ rows: ["a", "long", "b"], end: "complete" });
    const grownMib = Math.round((process.memoryUsage().rss - before) / 1024 ** 2);
    noteFigures(test, { "longest line, MiB": mib, "memory grown by it, with both ends, MiB": grownMib });
  });
});

describe("a page whose service", () => {
  it.each(documentFaults)("$fault says so in place of the content", async ({ reply, seen }) => {
    upstream.reply = reply;
    expect(await seenCount(connection)).toMatchObject(seen);
    await expectWorkingAgain();
  });

  it.each(documentFaults.filter(({ seen }) => seen.title === FAILED))(
    "$fault, for a list, is not shown as an empty one",
    async ({ reply, seen }) => {
      upstream.reply = reply;
      expect(await seenList(connection)).toMatchObject(seen);
    },
  );

  it("refuses connections says which address does not respond", async () => {
    const removed = await Upstream.start();
    const { port } = removed;
    const gone = await app.connect(removed.url);
    await removed.stop();
    expect(await seenCount(gone)).toMatchObject(failed(SILENT, new RegExp(`127\\.0\\.0\\.1:${port}`)));
  });
});

/** One bad response leaves nothing behind: the next one is read as usual. */
async function expectWorkingAgain(): Promise<void> {
  upstream.reply = sends(LIST, TWO_ROWS);
  expect(await seenList(connection)).toMatchObject({ rows: ["a", "b"], end: "complete" });
}
