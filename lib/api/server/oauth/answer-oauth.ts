import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { responseHeaders } from "@/lib/api/server/answer/response-headers";
import { logRequest, newFacts, type RequestFacts } from "@/lib/api/server/dashboard/answer-request";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { RateLimitedError } from "@/lib/auth/rate-limit";

interface OauthAnswer {
  readonly status: number;
  /** Null for an answer without a body. */
  readonly body: object | null;
}

interface Failure extends OauthAnswer {
  readonly headers?: Readonly<Record<string, string>>;
}

const UNAUTHORIZED: ReadonlySet<string> = new Set([OAuthErrorCode.InvalidClient, OAuthErrorCode.InvalidToken]);

const failed = (status: number, error: OAuthError): Failure => ({ status, body: error.toResponseObject() });

function failureOf(dashboard: Dashboard, error: unknown, { requestId, operation }: RequestFacts): Failure {
  if (error instanceof RateLimitedError) {
    const headers = { "retry-after": String(error.retryAfterSeconds) };
    return {
      ...failed(429, new OAuthError(OAuthErrorCode.TooManyRequests, "Too many requests. Retry later.")),
      headers,
    };
  }
  if (error instanceof OAuthError) return failed(UNAUTHORIZED.has(error.code) ? 401 : 400, error);
  if (error instanceof RequestFailedError) {
    return failed(
      error.facts.httpStatus === 422 ? 400 : error.facts.httpStatus,
      new OAuthError(OAuthErrorCode.InvalidRequest, error.message),
    );
  }
  dashboard.log.error({ err: error, requestId, operation }, "failed");
  return failed(500, new OAuthError(OAuthErrorCode.ServerError, `The dashboard failed (request ${requestId}).`));
}

/**
 * Runs a request of a client and answers in the form of RFC 6749. Neither the log nor an error contains what the client
 * sent.
 */
export async function answerOauth(
  dashboard: Dashboard,
  operation: string,
  work: (facts: RequestFacts) => Promise<OauthAnswer>,
): Promise<Response> {
  const facts = newFacts();
  facts.operation = operation;
  const answer: Failure = await work(facts).catch((error: unknown) => failureOf(dashboard, error, facts));
  const headers = responseHeaders("application/json; charset=utf-8", facts.requestId);
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value);
  if (answer.body === null) headers.delete("content-type");
  const text = answer.body === null ? null : JSON.stringify(answer.body);
  const end = answer.status < 400 ? "complete" : "refused";
  logRequest(dashboard, facts, { status: answer.status, bytes: text?.length ?? 0, end });
  return new Response(text, { status: answer.status, headers });
}
