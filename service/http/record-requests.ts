import type { MiddlewareHandler } from "hono";
import { FREEZE_PATH } from "@/service/traces/backup/freeze-route";
import { clientName, type RequestLog, safePath, safeReason } from "@/service/traces/handlers/request-log";

/** Details of a request, collected while it runs, for readers who wait for one. */
interface RequestLogFacts {
  /** The template of the path; null for a path that belongs to no operation. */
  path: string | null;
  operation: string | null;
  projects: Set<string>;
  reason: string | null;
  isDashboard: boolean;
}

export interface RequestLogEnvironment {
  Variables: { facts: RequestLogFacts };
}

/** Requested continuously by monitoring, or by a command on this machine. */
const UNLOGGED_PATHS: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics", "/openapi.json", FREEZE_PATH]);

/** Records each request once it has its response, except those of the dashboard and those that run nothing. */
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
    if (facts.isDashboard || req.method === "OPTIONS" || UNLOGGED_PATHS.has(req.path)) return;
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
