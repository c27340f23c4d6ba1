import type { Response as UpstreamResponse } from "undici";
import { asciiJson, MISSING_HEADER, missingOf } from "@/lib/api/contract/admin/missing-rows";
import type { ReadSize } from "@/lib/api/contract/audit/read-tally";
import { namedProjects } from "@/lib/api/contract/operation/named-projects";
import type { Operation, ResultBody } from "@/lib/api/contract/operation/operation";
import { findOperation } from "@/lib/api/contract/operations";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { responseHeaders } from "@/lib/api/server/answer/response-headers";
import { type UpstreamEnd, watchedStream } from "@/lib/api/server/answer/watched-stream";
import {
  logRequest,
  newFacts,
  type RequestFacts,
  requireSameOrigin,
  respondTo,
} from "@/lib/api/server/dashboard/answer-request";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { readRelayBody, readRelayParameters } from "@/lib/api/server/request/relay-input";
import { sourceHeaders } from "@/lib/api/server/request/source-header";
import { requireData } from "@/lib/api/server/service-call/answer-failure";
import { callWithRetries } from "@/lib/api/server/service-call/call-with-retries";
import type { ServiceCall } from "@/lib/api/server/service-call/service-call";
import { findTarget, readCredential, type ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { upstreamUrl } from "@/lib/api/server/upstream/upstream-url";
import { roleForEffect } from "@/lib/auth/roles";
import { requireUser } from "@/lib/auth/session";
import type { LiveSession } from "@/lib/database/sessions";
import { confirmPlanAndForward, readPlan, signalUntilSent } from "./lineage-plan";
import { checkProjectRoles, requireRoleAnywhere } from "./project-access";
import { auditRead, auditRelayed } from "./relay-audit";

export interface RelayAddress {
  readonly connection: string;
  readonly operation: string;
}

/** A service that compresses although it was asked not to must still not fill the browser with zeros. */
const MAX_DECODED_BYTES = 512 * 1024 * 1024;

const CONTENT_TYPES: Readonly<Record<ResultBody["kind"], string>> = {
  json: "application/json; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  bytes: "application/octet-stream",
  media: "application/json; charset=utf-8",
};

function requireOperation(id: string): Operation {
  const operation = findOperation(id);
  if (operation?.audience === "clients") return operation;
  throw new RequestFailedError({
    httpStatus: 404,
    kind: "not-found",
    message: "Operation not found.",
    reason: "operation",
  });
}

function requireMethod(request: Request, operation: Operation): void {
  if (request.method === operation.method) return;
  const message = `${operation.id} requires ${operation.method}.`;
  throw new RequestFailedError({ httpStatus: 405, kind: "validation", message, reason: "method" });
}

async function requireTarget(dashboard: Dashboard, id: string): Promise<ServiceTarget> {
  const target = await findTarget(dashboard, id);
  if (target) return target;
  throw new RequestFailedError({
    httpStatus: 404,
    kind: "not-found",
    message: "Connection not found.",
    reason: "connection",
  });
}

async function answerOf(
  dashboard: Dashboard,
  call: ServiceCall,
  response: UpstreamResponse,
  facts: RequestFacts,
  onRead: (size: ReadSize) => void,
): Promise<Response> {
  await requireData(dashboard, call, response, facts.requestId);
  const { status } = response;
  const headers = responseHeaders(CONTENT_TYPES[call.operation.result.kind], facts.requestId);
  const missing = missingOf(response.headers.get(MISSING_HEADER));
  if (missing.length > 0) headers.set(MISSING_HEADER, asciiJson(missing));
  if (call.operation.result.kind === "bytes") headers.set("content-disposition", "attachment");
  const onEnd = (how: UpstreamEnd, bytes: number, rows: number) => {
    const end = how === "cut" && call.signal.aborted ? "cancelled" : how;
    logRequest(dashboard, facts, { status, bytes, end });
    onRead({ rows, bytes });
  };
  if (response.body === null) {
    onEnd("complete", 0, 0);
    return new Response(null, { status, headers });
  }
  const isEncoded = (response.headers.get("content-encoding") ?? "identity") !== "identity";
  const limitBytes = isEncoded ? MAX_DECODED_BYTES : Number.POSITIVE_INFINITY;
  // undici's stream is the platform's own class; only its type differs.
  const body = response.body as unknown as ReadableStream<Uint8Array>;
  return new Response(watchedStream(body, { limitBytes, onEnd, hasLines: call.operation.result.kind === "jsonl" }), {
    status,
    headers,
  });
}

/** The session of a request from one of our own pages. */
async function pageSessionOf(dashboard: Dashboard, request: Request, facts: RequestFacts): Promise<LiveSession> {
  const session = await requireUser(dashboard, request.headers.get("cookie"));
  facts.userId = session.user.id;
  requireSameOrigin(dashboard, request);
  return session;
}

async function forwardRequest(
  dashboard: Dashboard,
  session: LiveSession,
  request: Request,
  address: RelayAddress,
  facts: RequestFacts,
): Promise<Response> {
  const operation = requireOperation(address.operation);
  facts.operation = operation.id;
  requireMethod(request, operation);
  const needed = operation.role ?? roleForEffect(operation.effect);
  requireRoleAnywhere(session, address.connection, needed);
  const target = await requireTarget(dashboard, address.connection);
  facts.connectionId = target.connectionId;
  const { params, query } = readRelayParameters(operation, new URL(request.url).searchParams);
  const url = upstreamUrl(target.baseUrl, operation, params, query);
  const limits = dashboard.limitsOf(operation);
  const source = sourceHeaders(operation, request);
  const planId = await readPlan(dashboard, request, operation, target);
  const body = await readRelayBody(request, operation, limits, target);
  const named = new Set([...body.projects, ...namedProjects(params, Object.fromEntries(query), null)]);
  const asked = { session, target, auth: operation.auth, needed, named };
  const limit = await checkProjectRoles(dashboard.database, asked);
  const { headers, secrets } = await readCredential(dashboard, target, operation.auth, session.user.id);
  const credential = { headers: { ...headers, ...limit, ...source }, secrets };
  const signal = planId === null ? request.signal : signalUntilSent(request.signal, body);
  const call = { operation, target, url, credential, body, limits, signal };
  const sent = { params, query: Object.fromEntries(query), body };
  const relayed = { session, operationId: operation.id, connectionName: target.name, ...sent };
  const response = await callWithRetries(dashboard, call, facts.requestId);
  const onRead = (size: ReadSize) => void auditRead(dashboard, relayed, size, facts);
  const answer = await answerOf(dashboard, call, response, facts, onRead);
  const forwarded = planId === null ? answer : await confirmPlanAndForward(dashboard, planId, operation, answer, facts);
  await auditRelayed(dashboard, relayed, forwarded, facts);
  return forwarded;
}

/**
 * Handles the only route to a service: /api/service/<connection>/<operation>. The browser names both by id, never a
 * path; the row of the operations table defines the rest. Responds with the service's body, or with `{error}` of the
 * shared union.
 */
export async function handleRelay(dashboard: Dashboard, request: Request, address: RelayAddress): Promise<Response> {
  const facts = newFacts();
  return await respondTo(dashboard, facts, async () => {
    const session = await pageSessionOf(dashboard, request, facts);
    return await forwardRequest(dashboard, session, request, address, facts);
  });
}

/**
 * Forwards a request that the dashboard itself made for a signed-in caller, such as an agent with a key. Role, input
 * and credential are checked like those of a page; the caller has checked who it is.
 */
export async function relayForSession(
  dashboard: Dashboard,
  session: LiveSession,
  request: Request,
  address: RelayAddress,
): Promise<Response> {
  const facts = { ...newFacts(), userId: session.user.id };
  return await respondTo(dashboard, facts, () => forwardRequest(dashboard, session, request, address, facts));
}
