import { randomUUID } from "node:crypto";
import type { Limits, Operation } from "@/lib/api/contract/operation/operation";
import { operations } from "@/lib/api/contract/operations";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { type Answer, type AnswerKind, commonKind, isOfKind, readAnswer } from "@/lib/api/server/upstream/answer-kind";
import { callService, type ServiceCall } from "./service-call";

/** A page waits for the classification of its failure. */
const TIMEOUT_MS = 5_000;
const LIMITS: Limits = { requestBytes: 0, headersTimeoutMs: TIMEOUT_MS, idleTimeoutMs: TIMEOUT_MS };

/** Not asked again within this time; after it, an answer of another kind may be that of a new gateway. */
const KEPT_MS = 60_000;

/** Says nothing about a path: who asked, how often, or a failure that passes. */
const UNRELATED_STATUSES: ReadonlySet<number> = new Set([401, 408, 409, 413, 415, 422, 429]);

const PREVIEW = "/v1/preview";

interface Learned {
  readonly askedAtMs: number;
  readonly kind: Promise<AnswerKind | null>;
}

/** The learned facts about the services of one dashboard; gone with its process. */
interface Memory {
  readonly learned: Map<string, Learned>;
  readonly offered: Set<string>;
}

const memories = new WeakMap<Dashboard, Memory>();

function memoryOf(dashboard: Dashboard): Memory {
  const known = memories.get(dashboard) ?? { learned: new Map<string, Learned>(), offered: new Set<string>() };
  memories.set(dashboard, known);
  return known;
}

/** The path of an address without that of the connection. */
export function ownPath({ url, target }: ServiceCall): string {
  return url.pathname.slice(target.baseUrl.pathname.replace(/(?<!\/)\/+$/, "").length);
}

/** True when a status may be that of a path which the service does not have. */
export function maySayAbsent(status: number): boolean {
  return !UNRELATED_STATUSES.has(status) && (status < 500 || status === 501);
}

/** Sends a request like `call` to another path of the same service. */
async function ask(dashboard: Dashboard, call: ServiceCall, path: string, requestId: string): Promise<Answer> {
  const url = new URL(call.url);
  url.pathname = call.target.baseUrl.pathname.replace(/(?<!\/)\/+$/, "") + path;
  url.search = "";
  const { method } = call.operation;
  const hasBody = call.method === undefined && method !== "GET";
  const asked: ServiceCall = {
    ...call,
    url,
    body: hasBody ? { contentType: "application/json", content: "{}" } : { contentType: null, content: null },
    limits: LIMITS,
    // Others may wait for the same answer, so it does not end with this caller.
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  return await readAnswer(await callService(dashboard, asked, requestId), path);
}

/** A row like this one that reads and writes nothing: only its path and its method count. */
function harmless(operation: Operation): Operation {
  return operation.method === "GET" ? operations.health : operations["calls.queryStats"];
}

const areaOf = (path: string) => (path.startsWith(`${PREVIEW}/`) ? PREVIEW : "");

/** Asks for two paths that cannot exist; null when the service gave no answer that says so. */
async function askAbsent(dashboard: Dashboard, call: ServiceCall, requestId: string): Promise<AnswerKind | null> {
  const area = areaOf(ownPath(call));
  const paths = [randomUUID(), randomUUID()].map((id) => `${area}/heddle-no-such-operation-${id}`);
  const asked = { ...call, operation: harmless(call.operation) };
  try {
    const [first, second] = await Promise.all(paths.map((path) => ask(dashboard, asked, path, requestId)));
    return first && second && maySayAbsent(first.status) ? commonKind(first, second) : null;
  } catch (error) {
    // Without an answer nothing is learned; the next failure asks again.
    if (error instanceof RequestFailedError) return null;
    throw error;
  }
}

const serviceKey = ({ target }: ServiceCall) => `${target.connectionId} ${target.baseUrl.href}`;

async function learnedKind(
  dashboard: Dashboard,
  call: ServiceCall,
  requestId: string,
  maxAgeMs = Number.POSITIVE_INFINITY,
): Promise<AnswerKind | null> {
  const { learned } = memoryOf(dashboard);
  const method = call.method ?? harmless(call.operation).method;
  const key = [serviceKey(call), areaOf(ownPath(call)), call.operation.auth, method].join(" ");
  const known = learned.get(key);
  if (known && performance.now() - known.askedAtMs < maxAgeMs) return await known.kind;
  const entry = { askedAtMs: performance.now(), kind: askAbsent(dashboard, call, requestId) };
  learned.set(key, entry);
  const kind = await entry.kind;
  if (kind === null && learned.get(key) === entry) learned.delete(key);
  return kind;
}

/**
 * True when the service answers this way to paths that cannot exist. They are asked for once per connection, and again
 * when an answer of another kind arrives later.
 */
export async function isAnswerOfAbsentPath(
  dashboard: Dashboard,
  call: ServiceCall,
  answer: Answer,
  requestId: string,
): Promise<boolean> {
  if (!maySayAbsent(answer.status)) return false;
  const kind = await learnedKind(dashboard, call, requestId);
  if (kind === null || isOfKind(kind, answer)) return kind !== null;
  const renewed = await learnedKind(dashboard, call, requestId, KEPT_MS);
  return renewed !== null && renewed !== kind && isOfKind(renewed, answer);
}

/**
 * True when the service answers this way to a read that every service has: the reason is then the credential or the
 * address, not the operation.
 */
export async function isAnswerToEverything(
  dashboard: Dashboard,
  call: ServiceCall,
  answer: Answer,
  requestId: string,
): Promise<boolean> {
  const isPreview = areaOf(ownPath(call)) === PREVIEW;
  const operation: Operation = isPreview ? operations["models.checkpoints"] : operations["calls.queryStats"];
  const path = operation.path.replace(/\{\w+\}/, "heddle-no-such-id");
  try {
    const own = await ask(dashboard, { ...call, operation }, path, requestId);
    const kind = commonKind(own, own);
    return kind !== null && isOfKind(kind, answer);
  } catch (error) {
    if (error instanceof RequestFailedError) return true;
    throw error;
  }
}

/**
 * Asks whether a path exists, with OPTIONS, which runs nothing. `unknown` where the service answers OPTIONS in the same way
 * everywhere.
 */
export async function askWhetherOffered(
  dashboard: Dashboard,
  call: ServiceCall,
  requestId: string,
): Promise<"offered" | "absent" | "unknown"> {
  const asked: ServiceCall = { ...call, method: "OPTIONS" };
  const kind = await learnedKind(dashboard, asked, requestId);
  if (kind === null) return "unknown";
  try {
    const answer = await ask(dashboard, asked, ownPath(call), requestId);
    if (answer.status === 401 || answer.status === 403 || answer.status === 429 || answer.status >= 500)
      return "unknown";
    if (!isOfKind(kind, answer)) {
      const methods = answer.allow?.toUpperCase().split(/[\s,]+/) ?? [];
      return methods.length === 0 || methods.includes(call.operation.method) ? "offered" : "absent";
    }
    const core = await ask(dashboard, asked, operations["calls.queryStats"].path, requestId);
    return isOfKind(kind, core) ? "unknown" : "absent";
  } catch (error) {
    if (error instanceof RequestFailedError) return "unknown";
    throw error;
  }
}

/** Notes that an operation worked: a later bare 404 of it is about what was asked for. */
export function noteOffered(dashboard: Dashboard, call: ServiceCall): void {
  memoryOf(dashboard).offered.add(`${serviceKey(call)} ${call.operation.id}`);
}

export function hasWorked(dashboard: Dashboard, call: ServiceCall): boolean {
  return memoryOf(dashboard).offered.has(`${serviceKey(call)} ${call.operation.id}`);
}
