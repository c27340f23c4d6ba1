import { createHmac } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer as createHttpServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { createServer as createTlsServer } from "node:tls";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import { checkAuditChain } from "@/lib/database/audit-chain";
import { readForwarding } from "@/lib/database/audit-forwarding";
import { removeOldAudit } from "@/lib/database/audit-retention";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { UNTRUSTED_CERTIFICATE } from "@/test/faults/attacks/untrusted-certificate";
import { AuditForwarder } from "./audit-forwarder";
import { senderOf } from "./sender-of";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const SECRET = `whsec_${Buffer.from("a key of more than 24 bytes").toString("base64")}`;

let database: AppDatabase;
let remove: () => Promise<void>;
let at = NOW;
const lines: string[] = [];
const servers: Server[] = [];

beforeEach(async () => {
  at = NOW;
  lines.length = 0;
  ({ database, remove } = await openTemporaryDatabase());
});

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await remove();
});

async function record(...targets: string[]): Promise<void> {
  for (const target of targets) {
    const isAllowed = target !== "denied";
    await recordAudit(database, { event: "sign-out", actorId: "u", target, isAllowed, requestId: null }, at);
  }
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver over HTTP that answers each request with the next status, then with 200. */
async function httpReceiver(statuses: number[] = [], answer = "{}") {
  const posts: Post[] = [];
  const server = createHttpServer(async (request, response) => {
    posts.push({ headers: request.headers, body: await text(request) });
    response.writeHead(statuses.shift() ?? 200, { "content-type": "application/json" }).end(answer);
  });
  return { posts, port: await listen(server) };
}

const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });

function forwarderTo(address: string, headers: Record<string, string> = {}): AuditForwarder {
  const variables = { HEDDLE_AUDIT_FORWARD_HEADERS: headers, HEDDLE_AUDIT_FORWARD_SECRET: SECRET };
  const now = () => at;
  return new AuditForwarder({ database, receiver: address, send: senderOf(address, variables, now), now, log });
}

const targetsOf = (posts: readonly Post[]): string[][] =>
  posts.map(({ body }) => JSON.parse(body).data.entries.map(({ target }: { target: string }) => target));

const stateOf = async () => (await readForwarding(database))?.state;

describe("the audit log that is forwarded", () => {
  it("arrives whole, in its order, signed, with the headers that were set, and each entry once", async () => {
    await record("1", "denied", "3");
    const { posts, port } = await httpReceiver();
    const forwarder = forwarderTo(`http://127.0.0.1:${port}/in`, { authorization: "Bearer x y" });
    expect(await forwarder.forward()).toBe(true);
    expect(await forwarder.forward()).toBe(true);
    await record("4");
    expect(await forwarder.forward()).toBe(true);
    expect(targetsOf(posts)).toEqual([["1", "denied", "3"], ["4"]]);
    const [{ headers, body }] = posts as [Post];
    expect(headers.authorization).toBe("Bearer x y");
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    const { entries } = JSON.parse(body).data;
    expect(entries[1]).toMatchObject({ event: "sign-out", actor_id: "u", is_allowed: false, at: NOW.toISOString() });
    const { lastHash } = await checkAuditChain(database);
    expect(JSON.parse(posts[1]?.body ?? "").data.entries[0].hash).toBe(lastHash);
  });

  it("waits for a receiver that fails, with the reason and since when, and loses nothing", async () => {
    await record("1");
    const { posts, port } = await httpReceiver([503, 503, 302]);
    const forwarder = forwarderTo(`http://127.0.0.1:${port}/secret-path?token=secret-token`);
    expect(await forwarder.forward()).toBe(false);
    at = new Date(NOW.getTime() + 60_000);
    await record("2");
    expect(await forwarder.forward()).toBe(false);
    expect(await stateOf()).toMatchObject({
      ...{ lastId: 0, sentAt: null, problem: "answered with the status 503", problemAt: NOW.toISOString() },
    });
    expect(await forwarder.forward()).toBe(false);
    expect(await forwarder.forward()).toBe(true);
    expect(targetsOf(posts).at(-1)).toEqual(["1", "2"]);
    expect(await stateOf()).toMatchObject({ problem: null, problemAt: null, sentAt: at.toISOString() });
    // One line for each cause, and one for the end.
    expect(lines).toHaveLength(3);
    expect(lines.join("")).not.toContain("secret");
  });

  it("says why nobody receives it", async () => {
    await record("1");
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    for (const protocol of ["http", "otlp+http", "syslog+tcp", "syslog+tls"]) {
      expect(await forwarderTo(`${protocol}://127.0.0.1:${port}`).forward()).toBe(false);
      expect((await stateOf())?.problem).toBe("refuses connections");
    }
  });

  it("arrives as log records of OTLP, of which refused ones are counted", async () => {
    await record("1", "denied");
    const { posts, port } = await httpReceiver([], '{"partialSuccess":{"rejectedLogRecords":"1"}}');
    expect(await forwarderTo(`otlp+http://127.0.0.1:${port}/v1/logs`).forward()).toBe(true);
    const [{ scopeLogs }] = JSON.parse(posts[0]?.body ?? "").resourceLogs;
    const records = scopeLogs[0].logRecords;
    expect(
      records.map(({ severityText, timeUnixNano }: Record<string, unknown>) => [severityText, timeUnixNano]),
    ).toEqual([
      ["INFO", `${NOW.getTime()}000000`],
      ["WARN", `${NOW.getTime()}000000`],
    ]);
    expect(records[0].attributes).toContainEqual({ key: "heddle.audit.target", value: { stringValue: "1" } });
    expect(await stateOf()).toMatchObject({ refused: 1, problem: null });
  });

  it("arrives as syslog over TCP, each message with its length in bytes", async () => {
    await record("1", "denied", "é\n<3>");
    const received: Promise<Buffer>[] = [];
    const server = createServer((socket) => void received.push(buffer(socket)));
    expect(await forwarderTo(`syslog+tcp://127.0.0.1:${await listen(server)}`).forward()).toBe(true);
    const messages = framesOf(Buffer.concat(await Promise.all(received)));
    expect(messages.map((message) => message.split(" ").slice(0, 2))).toEqual([
      ["<110>1", NOW.toISOString()],
      ["<108>1", NOW.toISOString()],
      ["<110>1", NOW.toISOString()],
    ]);
    expect(JSON.parse(messages[2]?.split(" ").slice(7).join(" ") ?? "")).toMatchObject({ target: "é\n<3>" });
  });

  it("does not go to a syslog receiver whose certificate is not trusted", async () => {
    await record("1");
    let isSecure = false;
    const server = createTlsServer(UNTRUSTED_CERTIFICATE, () => {
      isSecure = true;
    });
    expect(await forwarderTo(`syslog+tls://127.0.0.1:${await listen(server)}`).forward()).toBe(false);
    expect((await stateOf())?.problem).toBe("has an untrusted certificate");
    expect(isSecure).toBe(false);
  });

  it("is sent by one dashboard at a time, and by another when that one died", async () => {
    await record("1");
    const { posts, port } = await httpReceiver();
    const address = `http://127.0.0.1:${port}`;
    const events = new EventEmitter();
    const isAsked = once(events, "asked");
    const send = async () => {
      events.emit("asked");
      await once(events, "answered");
      return 0;
    };
    const slow = new AuditForwarder({ database, receiver: address, send, now: () => at, log }).forward();
    await isAsked;
    const other = forwarderTo(address);
    expect(await other.forward()).toBe(true);
    expect(posts).toEqual([]);
    at = new Date(NOW.getTime() + 180_000);
    expect(await other.forward()).toBe(true);
    expect(targetsOf(posts)).toEqual([["1"]]);
    const after = await stateOf();
    events.emit("answered");
    await slow;
    expect(await stateOf()).toEqual(after);
  });

  it("is kept until the receiver took it, and goes to another receiver from its beginning", async () => {
    await record("1", "2");
    const { posts, port } = await httpReceiver([500]);
    const address = `http://127.0.0.1:${port}`;
    const forwarder = forwarderTo(address);
    await forwarder.forward();
    const later = new Date(NOW.getTime() + 86_400_000);
    expect(await removeOldAudit(database, later, later, address)).toBe(0);
    await forwarder.forward();
    await record("3");
    expect(await removeOldAudit(database, later, later, address)).toBe(2);
    expect(await checkAuditChain(database)).toMatchObject({ problem: null });
    await forwarderTo(`${address}/other`).forward();
    expect(targetsOf(posts).at(-1)).toEqual(["3", expect.stringContaining("2 from before")]);
  });

  it("goes in several messages when it is long", async () => {
    await record(...Array.from({ length: 401 }, (_, index) => String(index)));
    const { posts, port } = await httpReceiver();
    await forwarderTo(`http://127.0.0.1:${port}`).forward();
    expect(targetsOf(posts).map(({ length }) => length)).toEqual([200, 200, 1]);
  });
});

/** Splits by the length before each message. */
function framesOf(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(" ", at);
    const end = space + 1 + Number(bytes.subarray(at, space));
    frames.push(bytes.subarray(space + 1, end).toString());
    at = end;
  }
  return frames;
}
