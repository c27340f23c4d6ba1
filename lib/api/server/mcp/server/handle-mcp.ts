import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { responseHeaders } from "@/lib/api/server/answer/response-headers";
import { logRequest, newFacts, type RequestFacts } from "@/lib/api/server/dashboard/answer-request";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { perDashboard } from "@/lib/api/server/dashboard/per-dashboard";
import { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import {
  bodyText,
  JSON_TYPE,
  parseForCheck,
  readBody,
  requireContentType,
} from "@/lib/api/server/request/request-body";
import { type AgentSession, readAgentSession } from "@/lib/auth/agent-key";
import { requestOrigin, resourceMetadataUrl } from "@/lib/auth/oauth/oauth-addresses";
import { RateLimitedError } from "@/lib/auth/rate-limit";
import { isJsonObject } from "@/lib/guard/json-object";
import { AgentLimits } from "./agent-limits";
import { isAddressedToUs } from "./agent-origin";
import { createMcpServer } from "./mcp-server";

/** Room for the messages of a completion; everything else is far smaller. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

const usualLimits = perDashboard(({ createLimiter }) => new AgentLimits(undefined, createLimiter));

/** Codes of JSON-RPC; -32000 is the server's own. */
const REFUSED = -32_000;
const INVALID_REQUEST = -32_600;

function refusal(
  status: number,
  message: string,
  requestId: string,
  { code = REFUSED, headers = {} }: { code?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  const all = responseHeaders("application/json; charset=utf-8", requestId);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }), { status, headers: all });
}

/** Names the metadata of this resource, as the MCP specification and RFC 9728 ask. */
function signedOut({ environment }: Dashboard, { headers }: Request, requestId: string): Response {
  const hasKey = Boolean(headers.get("authorization"));
  const message = hasKey
    ? "The key or token is unknown, was revoked or has expired. Create a key under Settings → Agents, or connect again."
    : "Sign in with OAuth, or send a key as Authorization: Bearer hda_…. Create one under Settings → Agents.";
  const parts = [
    `resource_metadata="${resourceMetadataUrl(requestOrigin(environment, headers))}"`,
    ...(hasKey ? ['error="invalid_token"', 'error_description="unknown, revoked or expired"'] : []),
  ];
  return refusal(401, message, requestId, { headers: { "www-authenticate": `Bearer ${parts.join(", ")}` } });
}

/** What a log line says of a message: the method, and the tool that it calls. Never arguments. */
function operationOf(message: Readonly<Record<string, unknown>>): string {
  const method = typeof message.method === "string" ? message.method : "response";
  const name = isJsonObject(message.params) ? message.params.name : undefined;
  const text = method === "tools/call" && typeof name === "string" ? `${method} ${name}` : method;
  return `mcp ${text.slice(0, 100)}`;
}

/**
 * Answers with one body, and keeps nothing: there are no sessions, and no streams that a client could listen to. The revision
 * of 2026-07-28 is named in each request; whatever does not name it comes from an earlier client.
 */
async function answered(request: Request, parsedBody: unknown, createServer: () => McpServer): Promise<Response> {
  if (!(await isLegacyRequest(request, parsedBody))) {
    const handler = createMcpHandler(createServer, { legacy: "reject", responseMode: "json", maxSubscriptions: 0 });
    try {
      return await wholly(await handler.fetch(request, { parsedBody }));
    } finally {
      await handler.close();
    }
  }
  const server = createServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await wholly(await transport.handleRequest(request, { parsedBody }));
  } finally {
    await server.close();
  }
}

/** An answer that is read before what writes it is closed. */
async function wholly({ body, status, headers }: Response): Promise<Response> {
  return new Response(body === null ? null : await new Response(body).arrayBuffer(), { status, headers });
}

async function answerMessage(
  dashboard: Dashboard,
  request: Request,
  agent: AgentSession,
  facts: RequestFacts,
): Promise<Response> {
  requireContentType(request, JSON_TYPE, "application/json");
  const parsedBody = parseForCheck(bodyText(await readBody(request, MAX_BODY_BYTES)));
  if (!isJsonObject(parsedBody)) {
    return refusal(400, "Send one JSON-RPC message; batches are not supported.", facts.requestId, {
      code: INVALID_REQUEST,
    });
  }
  facts.operation = operationOf(parsedBody);
  const reader = new AgentReader(dashboard, agent, request.signal);
  const response = await answered(request, parsedBody, () => createMcpServer(reader, facts.requestId));
  const body = response.body === null ? null : await response.arrayBuffer();
  const type = response.headers.get("content-type") ?? "application/json; charset=utf-8";
  logRequest(dashboard, facts, { status: response.status, bytes: body?.byteLength ?? 0, end: "complete" });
  const headers = responseHeaders(type, facts.requestId);
  if (body === null) headers.delete("content-type");
  return new Response(body, { status: response.status, headers });
}

function failedAnswer(dashboard: Dashboard, error: unknown, facts: RequestFacts): Response {
  const { requestId } = facts;
  const answer = (status: number, end: string, response: Response) => {
    logRequest(dashboard, facts, { status, bytes: 0, end });
    return response;
  };
  if (error instanceof RateLimitedError) {
    const headers = { "retry-after": String(error.retryAfterSeconds) };
    return answer(429, "limited", refusal(429, `${error.message} Retry later.`, requestId, { headers }));
  }
  if (error instanceof RequestFailedError) {
    const { httpStatus, message, kind } = error.facts;
    return answer(httpStatus, kind, refusal(httpStatus, message, requestId, { code: INVALID_REQUEST }));
  }
  dashboard.log.error({ err: error, requestId, operation: facts.operation }, "failed");
  return answer(500, "upstream", refusal(500, `The dashboard failed (request ${requestId}).`, requestId));
}

/**
 * Handles /api/mcp: the MCP server over streamable HTTP, signed in with a key for agents or an access token. Cookies do
 * not count, so a page of another site can do nothing here. Stateless: each request is complete in itself.
 */
export async function handleMcp(
  dashboard: Dashboard,
  request: Request,
  limits: AgentLimits = usualLimits(dashboard),
): Promise<Response> {
  const facts = newFacts();
  facts.operation = "mcp";
  const { requestId } = facts;
  if (!isAddressedToUs(dashboard.environment, request.headers)) {
    return refusal(403, "This request is not addressed to the dashboard, or comes from another site.", requestId);
  }
  const agent = await readAgentSession(dashboard.database, request.headers.get("authorization"), dashboard.now());
  if (!agent) return signedOut(dashboard, request, requestId);
  facts.userId = agent.session.user.id;
  if (request.method !== "POST") {
    // The protocol allows servers without streams of their own, and without sessions, to answer so.
    return refusal(405, "Only POST is supported.", requestId, { headers: { allow: "POST" } });
  }
  try {
    return await limits.run(agent.keyId, () => answerMessage(dashboard, request, agent, facts));
  } catch (error) {
    return failedAnswer(dashboard, error, facts);
  }
}
