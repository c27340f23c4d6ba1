import type { MiddlewareHandler } from "hono";
import type { ServiceMetrics } from "@/service/http/metrics/service-metrics";
import type { RequestLogEnvironment } from "./record-requests";

const MS_PER_SECOND = 1_000;

/** Measures each request once its response begins; runs inside `recordRequests`. */
export function measureRequests(metrics: ServiceMetrics): MiddlewareHandler<RequestLogEnvironment> {
  return async (context, next) => {
    const startMs = performance.now();
    await next();
    metrics.record({
      operation: context.get("facts").operation,
      status: context.res.status,
      seconds: (performance.now() - startMs) / MS_PER_SECOND,
      bodyBytes: Number(context.req.header("content-length")) || 0,
    });
  };
}
