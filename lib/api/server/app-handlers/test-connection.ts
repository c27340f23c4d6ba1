import type { Response as UpstreamResponse } from "undici";
import type { z } from "zod";
import { serverInfo } from "@/lib/api/contract/admin/service-info";
import type { connectionTest, operationTest } from "@/lib/api/contract/app/connections";
import { writeRequestNames } from "@/lib/api/contract/operation/dialect";
import type { Limits, Operation } from "@/lib/api/contract/operation/operation";
import { allOperations, findOperation, operations } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { callService, isWebPage, type ServiceCall } from "@/lib/api/server/service-call/service-call";
import { redactor } from "@/lib/api/server/upstream/redact";
import { readCredential, type ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { upstreamFailure } from "@/lib/api/server/upstream/upstream-failure";
import { upstreamUrl } from "@/lib/api/server/upstream/upstream-url";
import { isJsonObject } from "@/lib/json/guard/json-object";

export type ConnectionTest = z.infer<typeof connectionTest>;
type OperationTest = z.infer<typeof operationTest>;

export interface TestRequest {
  readonly target: ServiceTarget;
  readonly userId: string;
  readonly projectId: string;
  /** The model for a completion of one token; undefined when the user did not agree to its cost. */
  readonly completionModel: string | undefined;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** The user waits for the result, so timeouts are shorter than for normal calls. */
const RETRY_DELAYS_MS: Limits = { requestBytes: 0, headersTimeoutMs: 10_000, idleTimeoutMs: 10_000 };

const MAX_CONCURRENT = 4;

/** A placeholder id that no service has. */
const PROBE_ID = "heddle-connection-test";

/** Completions are billed, and extension writes have no request that is harmless on every service. */
function skipNote(operation: Operation, request: TestRequest): string | null {
  if (operation.id === "completions.create" && request.completionModel === undefined) {
    return "skipped: this request is billed";
  }
  return operation.standing === "extension" && operation.effect === "write"
    ? "skipped: this request writes data"
    : null;
}

/** Reads use their row's example with the project in question and one row; writes get an empty body. */
function probeBody(operation: Operation, request: TestRequest): unknown {
  if (operation.id === "completions.create") {
    const messages = [{ role: "user", content: "Hi" }];
    const inputs = { model: request.completionModel, messages, max_tokens: 1 };
    return { project_id: request.projectId, inputs, track_llm_call: false };
  }
  if (operation.effect === "write") return {};
  const { body } = operation.example;
  if (!isJsonObject(body)) return {};
  const withProject = "project_id" in body ? { ...body, project_id: request.projectId } : body;
  return "limit" in body || operation.result.kind === "jsonl" ? { ...withProject, limit: 1 } : withProject;
}

/** Lists are requested with one item of the project in question. */
function probeQuery({ method, example }: Operation, { projectId }: TestRequest): Record<string, string> {
  if (method !== "GET" || example.query === undefined) return {};
  return "project_id" in example.query ? { project_id: projectId } : { limit: "1" };
}

async function probeCall(dashboard: Dashboard, operation: Operation, request: TestRequest): Promise<ServiceCall> {
  const { target, userId, signal } = request;
  const params = Object.fromEntries(Object.keys(operation.example.params ?? {}).map((name) => [name, PROBE_ID]));
  const query = new URLSearchParams(probeQuery(operation, request));
  const hasBody = operation.body.kind !== "none";
  const written = writeRequestNames(operation, probeBody(operation, request), target.dialect);
  return {
    operation,
    target,
    url: upstreamUrl(target.baseUrl, operation, params, query),
    credential: await readCredential(dashboard, target, operation.auth, userId),
    body: hasBody
      ? { contentType: "application/json", content: stringifyJson(written) }
      : { contentType: null, content: null },
    limits: operation.id === "completions.create" ? { ...RETRY_DELAYS_MS, headersTimeoutMs: 60_000 } : RETRY_DELAYS_MS,
    signal,
  };
}

type ProbeVerdict = Pick<OperationTest, "support" | "note">;

async function judgeProbe(operation: Operation, response: UpstreamResponse, call: ServiceCall): Promise<ProbeVerdict> {
  const { status } = response;
  if (response.ok) {
    await response.body?.cancel();
    if (operation.result.kind !== "bytes" && isWebPage(response)) return { support: "missing", note: "a web page" };
    return { support: "supported", note: String(status) };
  }
  const facts = await upstreamFailure(response, redactor(call.credential.secrets));
  if (facts.kind === "validation" && status !== 413) {
    return { support: "supported", note: operation.effect === "write" ? `${status} as expected` : String(status) };
  }
  // A service that names the missing thing has the operation.
  if (facts.kind === "not-found") return { support: "supported", note: `${status}, not found` };
  if (facts.kind === "unsupported") return { support: "missing", note: `${status}, not supported` };
  if (facts.kind === "credentials-refused") return { support: "refused", note: `${status}, credential rejected` };
  if (facts.kind === "forbidden") return { support: "refused", note: `${status}, not allowed` };
  return { support: "unknown", note: `${status}, failed` };
}

async function probe(dashboard: Dashboard, operation: Operation, request: TestRequest): Promise<OperationTest> {
  const skipped = skipNote(operation, request);
  const untried = { operation: operation.id, support: "unknown", status: null, latencyMs: null } as const;
  if (skipped !== null) return { ...untried, note: skipped };
  try {
    const call = await probeCall(dashboard, operation, request);
    const startedAtMs = performance.now();
    const response = await callService(dashboard, call, request.requestId);
    const latencyMs = Math.round(performance.now() - startedAtMs);
    const { status } = response;
    return { operation: operation.id, status, latencyMs, ...(await judgeProbe(operation, response, call)) };
  } catch (error) {
    if (!(error instanceof RequestFailedError) || error.facts.kind === "cancelled") throw error;
    return { ...untried, note: error.message };
  }
}

/** Keeps the order of `items` while a few run at once. */
async function mapWithConcurrency<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  return results;
}

/** Returns the extensions that the service lists, or null when it lists none. */
async function namedExtensions(dashboard: Dashboard, request: TestRequest): Promise<ReadonlySet<string> | null> {
  try {
    const question = { operation: "serverInfo", target: request.target, userId: request.userId } as const;
    const { extensions } = await requestJson(dashboard, question, serverInfo, request);
    return extensions ? new Set(extensions) : null;
  } catch (error) {
    if (error instanceof RequestFailedError && error.facts.kind !== "cancelled") return null;
    throw error;
  }
}

/** A list says what the service offers, not what this credential may do. */
function named(
  operation: Operation,
  extensions: ReadonlySet<string>,
  refusedAuths: ReadonlySet<Operation["auth"]>,
): OperationTest {
  const untried = { operation: operation.id, status: null, latencyMs: null };
  if (!extensions.has(operation.id)) return { ...untried, support: "missing", note: "not listed by the service" };
  if (refusedAuths.has(operation.auth)) {
    return { ...untried, support: "refused", note: "listed by the service, credential rejected" };
  }
  return { ...untried, support: "supported", note: "listed by the service" };
}

/** Returns the kinds of credential that every operation tried with them refused. */
function authsThatAreRefused(tried: readonly OperationTest[]): ReadonlySet<Operation["auth"]> {
  const refused = new Set<Operation["auth"]>();
  const accepted = new Set<Operation["auth"]>();
  for (const { operation, support } of tried) {
    const auth = findOperation(operation)?.auth ?? "none";
    if (support === "refused") refused.add(auth);
    else if (support === "supported") accepted.add(auth);
  }
  return new Set([...refused].filter((auth) => auth !== "none" && !accepted.has(auth)));
}

/** Checks that the service can be reached at all; otherwise thirty timeouts would follow one another. */
async function requireResponse(dashboard: Dashboard, request: TestRequest): Promise<void> {
  const operation = operations["calls.queryStats"];
  const credential = { headers: {}, secrets: [] };
  const call = await probeCall(dashboard, { ...operation, auth: "none" }, request);
  const response = await callService(dashboard, { ...call, credential }, request.requestId);
  await response.body?.cancel();
}

/**
 * Tests the thirteen operations of the interface without writing: reads with one row, writes with an empty body, where
 * a validation error counts as supported. Extensions are taken from the service's own list; without a list, reads among
 * them are tested.
 *
 * @throws RequestFailedError when the service cannot be reached at all, or the caller left.
 */
export async function testConnection(dashboard: Dashboard, request: TestRequest): Promise<ConnectionTest> {
  const startedAtMs = performance.now();
  await requireResponse(dashboard, request);
  const extensions = await namedExtensions(dashboard, request);
  const core = allOperations.filter((operation) => operation.standing === "core");
  const others = allOperations.filter(({ standing, audience }) => standing === "extension" && audience === "clients");
  const tried = await mapWithConcurrency(extensions ? core : [...core, ...others], (operation) =>
    probe(dashboard, operation, request),
  );
  const refusedAuths = authsThatAreRefused(tried);
  const listed = extensions ? others.map((operation) => named(operation, extensions, refusedAuths)) : [];
  return {
    testedAt: dashboard.now().toISOString(),
    durationMs: Math.round(performance.now() - startedAtMs),
    operations: [...tried, ...listed],
  };
}
