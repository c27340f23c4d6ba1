import { failureOf, isAbort, RequestFailure } from "@/lib/api/client/request-failure";
import { logRequest, newFacts, type RequestFacts } from "@/lib/api/server/dashboard/answer-request";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { perDashboard } from "@/lib/api/server/dashboard/per-dashboard";
import { RateLimitedError } from "@/lib/auth/rate-limit";
import { isShareToken } from "@/lib/auth/share-token";
import { callerAddress } from "@/lib/auth/throttle";
import { findOpenedShareLink, type OpenedShareLink, recordShareLinkOpened } from "@/lib/database/share-links";
import { DOCUMENT_POLICY, documentPage } from "@/lib/document/document-page";
import { html } from "@/lib/document/html";
import { threadDocument } from "@/lib/document/thread-document";
import { traceDocument } from "@/lib/document/trace-document";
import { formatDateTime } from "@/lib/format/time";
import { readShared } from "./read-shared";
import { ShareLimits } from "./share-limits";

const usualLimits = perDashboard(({ createLimiter }) => new ShareLimits({}, createLimiter));

interface PageState {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

/** One answer for every link that shows nothing, so that it says nothing about links that exist or existed. */
const NOTHING: PageState = {
  status: 404,
  title: "This link shows nothing",
  text: "It is not complete, has ended, was revoked, or its content was deleted. Ask the person who sent it for a new one.",
};

const UNAVAILABLE: PageState = {
  status: 503,
  title: "This page cannot be shown at the moment",
  text: "The service that stores its content cannot be read. Try again later.",
};

const BUSY: PageState = { status: 429, title: "Too many requests", text: "Try again in a minute." };

function pageHeaders(requestId: string): Headers {
  return new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": DOCUMENT_POLICY,
    // A revoked link must not live on in a cache.
    "cache-control": "private, no-store, no-transform",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-request-id": requestId,
  });
}

function stateResponse({ status, title, text }: PageState, requestId: string): Response {
  const content = html`<p>${text}</p>`;
  const page = documentPage({ title, kind: "Heddle", facts: [], notices: [], content, foot: "Heddle" });
  return new Response(page, { status, headers: pageHeaders(requestId) });
}

async function documentOf(dashboard: Dashboard, link: OpenedShareLink, signal: AbortSignal): Promise<string | null> {
  const source = await readShared(dashboard, link, signal);
  if (source.calls.length === 0 && source.problem === null) return null;
  const until = formatDateTime(Date.parse(link.expiresAt));
  const foot = `Shared from Heddle by ${link.owner.name}. The link works until ${until} UTC.`;
  return link.kind === "trace" ? traceDocument(source, foot) : threadDocument(source, foot);
}

async function openLink(
  dashboard: Dashboard,
  request: Request,
  token: string,
  limits: ShareLimits,
  facts: RequestFacts,
): Promise<Response> {
  await limits.countRequest(callerAddress(request.headers, dashboard.environment.HEDDLE_TRUSTED_PROXY_HOPS));
  const now = dashboard.now();
  const link = isShareToken(token) ? await findOpenedShareLink(dashboard.database, token, now) : undefined;
  if (!link) return stateResponse(NOTHING, facts.requestId);
  facts.connectionId = link.connectionId;
  const page = await limits.run(link.id, () => documentOf(dashboard, link, request.signal));
  if (page === null) return stateResponse(NOTHING, facts.requestId);
  // A link that was revoked, or whose workspace was closed, while its calls were read shows nothing any more.
  if (!(await findOpenedShareLink(dashboard.database, token, dashboard.now()))) {
    return stateResponse(NOTHING, facts.requestId);
  }
  await recordShareLinkOpened(dashboard.database, link.id, now);
  return new Response(page, { headers: pageHeaders(facts.requestId) });
}

function failedResponse(dashboard: Dashboard, error: unknown, { requestId }: RequestFacts): Response {
  if (error instanceof RateLimitedError) {
    const response = stateResponse(BUSY, requestId);
    response.headers.set("retry-after", String(error.retryAfterSeconds));
    return response;
  }
  // A visitor must not learn names and addresses of services, and the log must not contain their answers.
  if (error instanceof RequestFailure || isAbort(error)) {
    dashboard.log.warn({ requestId, kind: failureOf(error).kind }, "the content of a link could not be read");
  } else dashboard.log.error({ err: error, requestId, operation: "share" }, "failed");
  return stateResponse(UNAVAILABLE, requestId);
}

/**
 * Handles /share/<token>: one trace or thread as a document without scripts, for a visitor without a session. Cookies
 * are not read, and of the address only the token counts.
 */
export async function handleShare(
  dashboard: Dashboard,
  request: Request,
  token: string,
  limits: ShareLimits = usualLimits(dashboard),
): Promise<Response> {
  const facts = newFacts();
  facts.operation = "share";
  const answer = async () => {
    try {
      return await openLink(dashboard, request, token, limits, facts);
    } catch (error) {
      return failedResponse(dashboard, error, facts);
    }
  };
  const response = await answer();
  // Neither the address nor the token is logged.
  logRequest(dashboard, facts, { status: response.status, bytes: 0, end: response.ok ? "complete" : "refused" });
  return response;
}
