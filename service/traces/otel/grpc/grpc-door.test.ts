import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChannelCredentials, Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-grpc";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-node";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/service/kernel/access/api-keys";
import { NotSignedInError } from "@/service/kernel/errors/service-errors";
import { openState } from "@/service/kernel/state/open-state";
import { openService, type Service } from "@/service/service";
import { encodeStatus } from "@/service/traces/otel/otlp-messages";
import { UNTRUSTED_CERTIFICATE } from "@/test/faults/attacks/untrusted-certificate";
import { type GrpcDoor, type GrpcDoorOptions, openGrpcDoor } from "./grpc-door";

const KEY = "hk_0123456789012345678901234567890123456789";
const PATIENCE_MS = 3_000;
const TRACES = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";

const doors: GrpcDoor[] = [];
const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(doors.splice(0).map((door) => door.close(PATIENCE_MS)));
});

async function open(options: Partial<GrpcDoorOptions>): Promise<GrpcDoor> {
  const authenticate = async () => ({ userId: "someone" });
  const fetch = () => new Response(new Uint8Array(), { status: 200 });
  const door = await openGrpcDoor({ host: "127.0.0.1", port: 0, tls: null, authenticate, fetch, ...options });
  doors.push(door);
  return door;
}

function clientOf({ port }: GrpcDoor, by: ChannelCredentials = credentials.createInsecure()): Client {
  const client = new Client(`localhost:${port}`, by, { "grpc.enable_retries": 0 });
  clients.push(client);
  return client;
}

/** Sends bytes as the message of an export; rejects with the status of a failure. */
function send(client: Client, bytes: Buffer, headers: Record<string, string> = {}, path = TRACES): Promise<Buffer> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  const same = (value: Buffer) => value;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, bytes, metadata, (error, answer) =>
      error ? reject(error) : resolve(answer ?? Buffer.alloc(0)),
    );
  });
}

const field = (number: number, bytes: Buffer) => Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
const time = (number: number) => Buffer.concat([Buffer.from([(number << 3) | 1]), Buffer.alloc(8, 1)]);

/** A span with its ids and its times. */
const SPAN = Buffer.concat([field(1, Buffer.alloc(16, 5)), field(2, Buffer.alloc(8, 6)), time(7), time(8)]);

const resourceOf = (attributes: Readonly<Record<string, string>>) =>
  field(
    1,
    Buffer.concat(
      Object.entries(attributes).map(([key, value]) =>
        field(1, Buffer.concat([field(1, Buffer.from(key)), field(2, field(1, Buffer.from(value)))])),
      ),
    ),
  );

/** A request with one span of one resource. */
const requestWith = (span: Buffer) => field(1, field(2, field(2, span)));

const statusBody = (message: string) => Buffer.from(encodeStatus(message));

const failureOf = async (sent: Promise<Buffer>): Promise<ServiceError> =>
  (await sent.then(
    () => new Error("It was accepted."),
    (error: unknown) => error,
  )) as ServiceError;

describe("the service's port for OpenTelemetry over gRPC", () => {
  let folder: string;
  let service: Service;
  let door: GrpcDoor;
  let limitedKey: string;
  let twoKey: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "heddle-grpc-"));
    const variables = { HEDDLE_API_KEY: KEY, HEDDLE_OTLP_SERVICE_ENTITY: "named" };
    service = await openService({ dataFolder: folder, ...variables }, pino({ level: "silent" }));
    const state = await openState(folder);
    limitedKey = (await createApiKey(state, { name: "limited", projects: ["e/mine"] })).key;
    twoKey = (await createApiKey(state, { name: "two", projects: ["e/one", "e/two"] })).key;
    await state.destroy();
    door = await openGrpcDoor({ host: "127.0.0.1", port: 0, tls: null, ...service });
  });

  afterAll(async () => {
    await door.close(PATIENCE_MS);
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function callNames(project: string): Promise<readonly string[]> {
    const request = new Request("http://service/calls/stream_query", {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ project_id: project }),
    });
    const text = await (await service.fetch(request)).text();
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).op_name as string]));
  }

  it.each(["none", "gzip"] as const)("stores what the official exporter sends with compression %s", async (kind) => {
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${KEY}`);
    metadata.set("project_id", `e/official-${kind}`);
    const exporter = new OTLPTraceExporter({
      url: `http://localhost:${door.port}`,
      metadata,
      compression: kind as never,
    });
    const provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ "service.name": "agent" }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    provider.getTracer("agent").startSpan("greets").end();
    await provider.forceFlush();
    await provider.shutdown();
    expect(await callNames(`e/official-${kind}`)).toEqual([expect.stringContaining("greets")]);
  });

  it("refuses as over HTTP, with the status that the exporters understand", async () => {
    const client = clientOf(door);
    const [mine, none] = [{ authorization: `Bearer ${limitedKey}` }, Buffer.alloc(0)];
    expect(await failureOf(send(client, none))).toMatchObject({
      code: status.UNAUTHENTICATED,
      details: expect.stringContaining("No API key was sent"),
    });
    const unknown = { authorization: "Bearer hk_unknown" };
    expect(await failureOf(send(client, none, unknown))).toMatchObject({ code: status.UNAUTHENTICATED });
    const broken = Buffer.from("no message");
    expect(await failureOf(send(client, broken, { ...mine, project_id: "e/mine" }))).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining("protobuf"),
    });
    expect(await failureOf(send(client, requestWith(SPAN), { ...mine, project_id: "e/theirs" }))).toMatchObject({
      code: status.PERMISSION_DENIED,
    });
    const any = { authorization: `Bearer ${KEY}` };
    expect(await failureOf(send(client, requestWith(SPAN), any))).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining("No project is named"),
    });
  });

  describe("spans that name no project", () => {
    const any = { authorization: `Bearer ${KEY}` };
    const ofService = (name: string) =>
      field(1, Buffer.concat([resourceOf({ "service.name": name }), field(2, field(2, SPAN))]));
    const jsonOf = (name: string) => {
      const times = { startTimeUnixNano: "7", endTimeUnixNano: "8" };
      const span = { traceId: "05".repeat(16), spanId: "06".repeat(8), name: "json", ...times };
      const attributes = [{ key: "service.name", value: { stringValue: name } }];
      return Buffer.from(
        JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] }),
      );
    };
    const post = (type: string, body: Buffer) =>
      service.fetch(
        new Request("http://service/otel/v1/traces", {
          method: "POST",
          headers: { ...any, "content-type": type },
          body: new Uint8Array(body),
        }),
      );

    it("are stored in the project of their service's name, over gRPC and HTTP", async () => {
      await send(clientOf(door), ofService("by-grpc"), any);
      expect((await post("application/x-protobuf", ofService("by-protobuf"))).status).toBe(200);
      expect((await post("application/json", jsonOf("by-json"))).status).toBe(200);
      for (const name of ["by-grpc", "by-protobuf", "by-json"])
        expect(await callNames(`named/${name}`)).toHaveLength(1);
      await send(clientOf(door), ofService("by-header"), { ...any, project_id: "e/by-header" });
      expect(await callNames("named/by-header")).toEqual([]);
      expect(await callNames("e/by-header")).toHaveLength(1);
    });

    it("are refused where the key may not use that project, or the name is not one of a project", async () => {
      const two = { authorization: `Bearer ${twoKey}` };
      expect(await failureOf(send(clientOf(door), ofService("one"), two))).toMatchObject({
        code: status.PERMISSION_DENIED,
        details: expect.stringContaining("named/one"),
      });
      for (const name of ["../e", "e/two", "..", "a b", "", "unknown_service:python"]) {
        const reason =
          /OTEL_RESOURCE_ATTRIBUTES.*OTEL_EXPORTER_OTLP_HEADERS.*HEDDLE_OTLP_SERVICE_ENTITY.*OTEL_SERVICE_NAME/;
        const failure = await failureOf(send(clientOf(door), ofService(name), any));
        expect(failure).toMatchObject({ code: status.INVALID_ARGUMENT, details: expect.stringMatching(reason) });
        const answers = [post("application/x-protobuf", ofService(name)), post("application/json", jsonOf(name))];
        for (const answer of await Promise.all(answers)) {
          expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(reason)]);
        }
      }
    });
  });

  it("says how many spans of a message were rejected, and why", async () => {
    const answer = await send(clientOf(door), requestWith(Buffer.alloc(0)), {
      authorization: `Bearer ${KEY}`,
      project_id: "e/part",
    });
    expect(answer.toString("latin1")).toContain("it has no start time");
  });

  it.each(["logs.v1.LogsService", "metrics.v1.MetricsService"])("accepts %s", async (name) => {
    const path = `/opentelemetry.proto.collector.${name}/Export`;
    const headers = { authorization: `Bearer ${KEY}`, project_id: "e/others" };
    expect(await send(clientOf(door), Buffer.alloc(0), headers, path)).toHaveLength(0);
  });
});

describe("a port for OpenTelemetry over gRPC", () => {
  it("reads no message of a sender without a key", async () => {
    let received = 0;
    const door = await open({
      authenticate: () => Promise.reject(new NotSignedInError("No API key was sent.")),
      fetch: () => {
        received += 1;
        return new Response(null);
      },
    });
    const failure = await failureOf(send(clientOf(door), Buffer.alloc(8 * 1024 ** 2)));
    expect([failure.code, received]).toEqual([status.UNAUTHENTICATED, 0]);
  });

  it("tells a sender when it may send again", async () => {
    const busy = () =>
      new Response(statusBody("Too much is waiting."), { status: 429, headers: { "retry-after": "2" } });
    const failure = await failureOf(send(clientOf(await open({ fetch: busy })), Buffer.alloc(0)));
    expect(failure).toMatchObject({ code: status.UNAVAILABLE, details: "Too much is waiting." });
    const [details] = failure.metadata.get("grpc-status-details-bin");
    expect(details?.toString("latin1")).toContain("google.rpc.RetryInfo");
  });

  it("does not ask for more after a full disk, and hides an unexpected failure", async () => {
    const full = () => new Response(statusBody("The disk is full."), { status: 507 });
    const failure = await failureOf(send(clientOf(await open({ fetch: full })), Buffer.alloc(0)));
    expect(failure).toMatchObject({ code: status.RESOURCE_EXHAUSTED, details: "The disk is full." });
    expect(failure.metadata.get("grpc-status-details-bin")).toEqual([]);
    const broken = () => Promise.reject(new Error("a secret path"));
    expect(await failureOf(send(clientOf(await open({ fetch: broken })), Buffer.alloc(0)))).toMatchObject({
      code: status.INTERNAL,
      details: "Internal server error",
    });
  });

  it("handles four messages of a sender at a time, and the others after them", async () => {
    const running: (() => void)[] = [];
    const fetch = () =>
      new Promise<Response>((resolve) => running.push(() => resolve(new Response(new Uint8Array(), { status: 200 }))));
    const client = clientOf(await open({ fetch }));
    const sent = Array.from({ length: 6 }, () => send(client, Buffer.alloc(0)));
    await expect.poll(() => running.length).toBe(4);
    running.shift()?.();
    await Promise.race(sent);
    await expect.poll(() => running.length).toBe(4);
    for (const end of running.splice(0)) end();
    await expect.poll(() => running.length).toBe(1);
    running[0]?.();
    await Promise.all(sent);
  });

  it("passes on no text of a client that could be another header", async () => {
    let headers = new Headers();
    const fetch = (request: Request) => {
      headers = request.headers;
      return new Response(new Uint8Array(), { status: 200 });
    };
    await send(clientOf(await open({ fetch })), Buffer.alloc(0), { "content-type": "text/html", project_id: "e/p" });
    expect([headers.get("content-type"), headers.get("project_id")]).toEqual(["application/x-protobuf", "e/p"]);
  });

  it("is encrypted with a certificate, and then not readable in plain text", async () => {
    const tls = { cert: Buffer.from(UNTRUSTED_CERTIFICATE.cert), key: Buffer.from(UNTRUSTED_CERTIFICATE.key) };
    const door = await open({ tls });
    const trusting = credentials.createSsl(Buffer.from(UNTRUSTED_CERTIFICATE.cert));
    expect(await send(clientOf(door, trusting), Buffer.alloc(0))).toHaveLength(0);
    expect(await failureOf(send(clientOf(door), Buffer.alloc(0)))).toMatchObject({ code: status.UNAVAILABLE });
  });

  it("ends calls that do not end when it is closed", async () => {
    let hasBegun = false;
    const fetch = () => {
      hasBegun = true;
      return new Promise<Response>(() => undefined);
    };
    const door = await open({ fetch });
    const sent = failureOf(send(clientOf(door), Buffer.alloc(0)));
    await expect.poll(() => hasBegun).toBe(true);
    await door.close(10);
    expect([status.UNAVAILABLE, status.CANCELLED]).toContain((await sent).code);
  });

  it("cannot be opened twice", async () => {
    const { port } = await open({});
    await expect(open({ port })).rejects.toThrow(/EADDRINUSE|No address added/);
  });
});
