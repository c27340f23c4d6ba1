import type { MiddlewareHandler } from "hono";
import { clientName, type RequestLog, safePath, safeReason } from "@/service/handlers/request-log";

/** What is found out about a request on its way, for those who wait for one. */
interface RequestLogFacts {
  /** The template of the path; null for a path that belongs to nothing. */
  path: string | null;
  operation: string | null;
  projects: Set<string>;
  reason: string | null;
  isDashboard: boolean;
}

export interface RequestLogEnvironment {
  Variables: { facts: RequestLogFacts };
}

/** Asked again and again by those who watch over the service. */
const UNLOGGED_PATHS: ReadonlySet<string> = new Set(["/health", "/openapi.json"]);

/** Remembers each request once it has its answer, those of the dashboard excepted. */
export function recordRequests(requests: RequestLog): MiddlewareHandler<RequestLogEnvironment> {
  return async (context, next) => {
    const facts: RequestLogFacts = {
      path: null,
      operation: null,
      projects: new Set(),
      reason: null,
      isDashboard: false,
    };
    context.set("facts", facts);
    await next();
    const { req, res, error } = context;
    if (facts.isDashboard || UNLOGGED_PATHS.has(req.path)) return;
    requests.add({
      method: req.method,
      path: facts.path ?? safePath(req.path),
      operation: facts.operation,
      status: res.status,
      reason: error ? safeReason(error, req.raw.headers) : facts.reason,
      projects: [...facts.projects],
      client: clientName(req.header("user-agent") ?? null),
    });
  };
}
