import type { MiddlewareHandler } from "hono";
import type { NamedRequestEnvironment } from "./name-requests";
import type { RequestLogEnvironment } from "./record-requests";

type TracedEnvironment = RequestLogEnvironment & NamedRequestEnvironment;

/** Requests with traces are not traced: if this service exports to itself, each would cause the next one. */
const UNTRACED = /^otel\./;
/** Requested continuously by monitoring. */
const UNTRACED_PATHS: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"]);
const SERVER_ERROR = 500;

/**
 * Creates a span for each request until its response begins, below the span that the sender names. It contains the
 * operation and the request's id, and nothing from headers, queries or bodies.
 */
export async function traceRequests(): Promise<MiddlewareHandler<TracedEnvironment>> {
  // Loaded only where traces are on.
  const { context: active, propagation, SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("heddle");
  return async (context, next) => {
    const { req } = context;
    if (UNTRACED_PATHS.has(req.path)) return await next();
    const parent = propagation.extract(active.active(), req.header());
    const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER }, parent);
    await active.with(trace.setSpan(parent, span), next);
    const { operation, path } = context.get("facts");
    // A span without an end is never sent.
    if (operation !== null && UNTRACED.test(operation)) return;
    const { status } = context.res;
    if (path !== null) span.updateName(`${req.method} ${path}`);
    span.setAttributes({
      "http.request.method": req.method,
      "http.response.status_code": status,
      "heddle.request_id": context.get("requestId"),
      ...(path === null ? {} : { "http.route": path }),
      ...(operation === null ? {} : { "heddle.operation": operation }),
    });
    if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}
