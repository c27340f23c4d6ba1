import { context, propagation, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RequestLog } from "@/service/traces/handlers/request-log";
import { type NamedRequestEnvironment, nameRequests } from "./name-requests";
import { type RequestLogEnvironment, recordRequests } from "./record-requests";
import { traceRequests } from "./trace-requests";

const exporter = new InMemorySpanExporter();
const ID = "5d1f0c52-7f6e-4f0e-8d8e-1c2b3a4d5e6f";
const TRACE = "0af7651916cd43dd8448eb211c80319c";

const app = new Hono<RequestLogEnvironment & NamedRequestEnvironment>();

beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  app.use(nameRequests());
  app.use(recordRequests(new RequestLog()));
  app.use(await traceRequests());
  app.get("/health", (c) => c.text("ok"));
  app.post("/call/read", (c) => {
    Object.assign(c.get("facts"), { operation: "call.read", path: "/call/read" });
    trace.getTracer("test").startSpan("inside").end();
    return c.text("ok");
  });
  app.post("/otel/v1/traces", (c) => {
    Object.assign(c.get("facts"), { operation: "otel.exportTraces", path: "/otel/v1/traces" });
    return c.text("ok");
  });
  app.onError((_error, c) => c.text("failed", 500));
  app.post("/broken", () => {
    throw new Error("canary-detail");
  });
});

beforeEach(() => exporter.reset());

afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

const spans = () => exporter.getFinishedSpans();

describe("a traced service", () => {
  it("continues the trace of the sender, and names operation, path and request", async () => {
    const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, "x-request-id": ID };
    await app.request("/call/read?secret=canary", { method: "POST", headers });
    const [inside, request] = spans();
    expect(request).toMatchObject({
      name: "POST /call/read",
      attributes: {
        "http.request.method": "POST",
        "http.route": "/call/read",
        "http.response.status_code": 200,
        "heddle.operation": "call.read",
        "heddle.request_id": ID,
      },
    });
    expect(request?.spanContext().traceId).toBe(TRACE);
    expect(inside?.spanContext().traceId).toBe(TRACE);
    expect(JSON.stringify(request?.attributes)).not.toContain("canary");
  });

  it("marks a failure, without its details", async () => {
    await app.request("/broken", { method: "POST" });
    const [span] = spans();
    expect(span).toMatchObject({ name: "POST", status: { code: 2 }, attributes: { "http.response.status_code": 500 } });
    expect(JSON.stringify([span?.attributes, span?.events, span?.status])).not.toContain("canary");
  });

  it("creates no span for monitoring, or for received traces, which may be its own", async () => {
    await app.request("/health");
    await app.request("/otel/v1/traces", { method: "POST" });
    expect(spans()).toEqual([]);
  });
});
