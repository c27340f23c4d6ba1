import type { Response as UpstreamResponse } from "undici";
import type { z } from "zod";
import { serverInfo } from "@/lib/api/contract/admin/service-info";
import type { connectionTest, operationTest } from "@/lib/api/contract/app/connections";
import { SOURCES_EXTENSION } from "@/lib/api/contract/calls/call-sources";
import { writeRequestNames } from "@/lib/api/contract/operation/dialect";
import type { Limits, Operation } from "@/lib/api/contract/operation/operation";
import { allOperations, findOperation, operations } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { askWhetherOffered, isAnswerOfAbsentPath, ownPath } from "@/lib/api/server/service-call/absent-answers";
import { failureOfAnswer } from "@/lib/api/server/service-call/answer-failure";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { callService, type ServiceCall } from "@/lib/api/server/service-call/service-call";
import { isPageText, readAnswer } from "@/lib/api/server/upstream/answer-kind";
import { readCredential, type ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { upstreamUrl } from "@/lib/api/server/upstream/upstream-url";
import { isJsonObject } from "@/lib/guard/json-object";

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

/** True for an operation that the test runs: a read, or a completion that the user agreed to pay for. */
function isRun(operation: Operation, request: TestRequest): boolean {
  if (operation.id === "completions.create") return request.completionModel !== undefined;
  return operation.effect === "read";
}

/** Reads use their row's example with the project in question and one row. */
function probeBody(operation: Operation, request: TestRequest): unknown {
  if (operation.id === "completions.create") {
    const messages = [{ role: "user", content: "Hi" }];
    const inputs = { model: request.completionModel, messages, max_tokens: 1 };
    return { project_id: request.projectId, inputs, track_llm_call: false };
  }
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
  const written = hasBody ? writeRequestNames(operation, probeBody(operation, request), target.dialect) : null;
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

const UNLIKE_DATA = "answered like a path that does not exist";

async function judgeProbe(
  dashboard: Dashboard,
  call: ServiceCall,
  response: UpstreamResponse,
  requestId: string,
): Promise<ProbeVerdict> {
  const { status } = response;
  const { operation } = call;
  if (response.ok) {
    const answer = await readAnswer(response, ownPath(call));
    if (isPageText(answer.text)) return { support: "missing", note: "a web page" };
    const isAbsent =
      operation.standing === "extension" && (await isAnswerOfAbsentPath(dashboard, call, answer, requestId));
    return isAbsent
      ? { support: "missing", note: `${status}, ${UNLIKE_DATA}` }
      : { support: "supported", note: String(status) };
  }
  const facts = await failureOfAnswer(dashboard, call, response, requestId);
  if (facts.kind === "validation" && status !== 413) return { support: "supported", note: String(status) };
  // A service that names the missing thing has the operation.
  if (facts.kind === "not-found") return { support: "supported", note: `${status}, not found` };
  if (facts.kind === "unsupported") return { support: "missing", note: `${status}, not supported` };
  if (facts.kind === "credentials-refused") return { support: "refused", note: `${status}, credential rejected` };
  if (facts.kind === "forbidden") return { support: "refused", note: `${status}, not allowed` };
  return { support: "unknown", note: `${status}, failed` };
}

/** Finds out whether an operation exists without running it. */
async function lookFor(dashboard: Dashboard, call: ServiceCall, requestId: string): Promise<ProbeVerdict> {
  const why = call.operation.id === "completions.create" ? "it is billed" : "it writes data";
  const found = await askWhetherOffered(dashboard, call, requestId);
  if (found === "offered") return { support: "supported", note: `found, not run: ${why}` };
  if (found === "absent") return { support: "missing", note: "not found" };
  return { support: "unknown", note: `skipped: ${why}` };
}

async function probe(dashboard: Dashboard, operation: Operation, request: TestRequest): Promise<OperationTest> {
  const { requestId } = request;
  const untried = { operation: operation.id, support: "unknown", status: null, latencyMs: null } as const;
  try {
    const call = await probeCall(dashboard, operation, request);
    if (!isRun(operation, request)) return { ...untried, ...(await lookFor(dashboard, call, requestId)) };
    const startedAtMs = performance.now();
    const response = await callService(dashboard, call, requestId);
    const latencyMs = Math.round(performance.now() - startedAtMs);
    const { status } = response;
    const verdict = await judgeProbe(dashboard, call, response, requestId);
    return { operation: operation.id, status, latencyMs, ...verdict };
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

interface TriedCredentials {
  readonly accepted: ReadonlySet<Operation["auth"]>;
  /** Refused by every operation tried with it. */
  readonly refused: ReadonlySet<Operation["auth"]>;
}

function triedCredentials(tried: readonly OperationTest[]): TriedCredentials {
  const refused = new Set<Operation["auth"]>();
  const accepted = new Set<Operation["auth"]>(["none"]);
  for (const { operation, support, status } of tried) {
    const auth = findOperation(operation)?.auth ?? "none";
    if (support === "refused") refused.add(auth);
    // What was only looked for says nothing about the credential.
    else if (support === "supported" && status !== null) accepted.add(auth);
  }
  return { accepted, refused: new Set([...refused].filter((auth) => !accepted.has(auth))) };
}

/** What the service lists or has a path for is supported only with a credential that it accepts. */
function withCredential(auth: Operation["auth"], credentials: TriedCredentials, found: string): ProbeVerdict {
  if (credentials.refused.has(auth)) return { support: "refused", note: `${found}, credential rejected` };
  if (!credentials.accepted.has(auth)) return { support: "unknown", note: `${found}, no credential tried` };
  return { support: "supported", note: found };
}

function listedTest(
  operation: Operation,
  extensions: ReadonlySet<string>,
  credentials: TriedCredentials,
): OperationTest {
  const untried = { operation: operation.id, status: null, latencyMs: null };
  if (!extensions.has(operation.id)) return { ...untried, support: "missing", note: "not listed by the service" };
  return { ...untried, ...withCredential(operation.auth, credentials, "listed by the service") };
}

/** An operation that was only looked for is supported only with a credential that the service accepts. */
function lookedForTest(tested: OperationTest, credentials: TriedCredentials): OperationTest {
  if (tested.status !== null || tested.support !== "supported") return tested;
  return { ...tested, ...withCredential(findOperation(tested.operation)?.auth ?? "none", credentials, tested.note) };
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
 * Tests the operations of the interface without writing: reads ask for one row, and OPTIONS tells whether a write exists.
 * Extensions are taken from the service's own list; without a list they are tested in the same way.
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
  const credentials = triedCredentials(tried);
  const listed = extensions ? others.map((operation) => listedTest(operation, extensions, credentials)) : [];
  return {
    testedAt: dashboard.now().toISOString(),
    durationMs: Math.round(performance.now() - startedAtMs),
    knowsSources: extensions?.has(SOURCES_EXTENSION) === true,
    operations: [...tried.map((tested) => lookedForTest(tested, credentials)), ...listed],
  };
}
