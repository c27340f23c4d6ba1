import type { MiddlewareHandler } from "hono";
import { v7 as uuidv7 } from "uuid";

export interface NamedRequestEnvironment {
  Variables: { requestId: string };
}

const HEADER = "x-request-id";

/** The request ids that the service accepts into its log: those of the dashboard and of common proxies. */
const USABLE = /^[\w.:-]{8,128}$/;

/**
 * Gives each request the id that its sender chose, such as the dashboard, or a new one. The response and the log name it,
 * so that a failure that a user sees is found in the logs of both programs.
 */
export function nameRequests(): MiddlewareHandler<NamedRequestEnvironment> {
  return async (context, next) => {
    const given = context.req.header(HEADER) ?? "";
    const requestId = USABLE.test(given) ? given : uuidv7();
    context.set("requestId", requestId);
    await next();
    context.res.headers.set(HEADER, requestId);
  };
}
