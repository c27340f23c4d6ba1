import { readJsonLines, type StreamEnd } from "@/lib/api/client/json-lines";
import { failureFromResponse, unreadable } from "@/lib/api/client/request-failure";
import { MISSING_HEADER, type MissingRows, missingOf } from "@/lib/api/contract/admin/missing-rows";
import { readNames } from "@/lib/api/contract/operation/dialect";
import type { Operation } from "@/lib/api/contract/operation/operation";
import {
  type OperationId,
  type OperationsOfKind,
  operations,
  type RequestOf,
  type ResultOf,
} from "@/lib/api/contract/operations";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { relayForSession } from "@/lib/api/server/relay/relay";
import type { LiveSession } from "@/lib/database/sessions";
import { errorMessage } from "@/lib/guard/error-message";

/** Answers are made of a few thousand rows at most; a service that sends more is cut off. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

export interface ServiceRequest<Id extends OperationId> {
  readonly body?: RequestOf<Id>;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** The rows of a stream, and how it ended. */
export interface ServiceRows<Row> {
  readonly rows: readonly Row[];
  /** Why rows are missing; null when all of them were read. */
  readonly problem: string | null;
}

export interface ServiceClientOptions {
  readonly dashboard: Dashboard;
  readonly session: LiveSession;
  readonly connectionId: string;
  readonly signal: AbortSignal;
  /** Called with what an answer lacks because stored data is damaged. */
  readonly onMissing?: (missing: readonly MissingRows[]) => void;
}

/** Calls a connection's service with the rights of a session, through the relay that pages use. */
export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /** @throws RequestFailure for every failure */
  async call<Id extends OperationsOfKind<"json">>(id: Id, request: ServiceRequest<Id>): Promise<ResultOf<Id>> {
    const operation: Operation = operations[id];
    const response = await this.#send(operation, request, this.#options.signal);
    const text = await readText(response, id);
    return parsed(operation, parsedJson(text, id)) as ResultOf<Id>;
  }

  /**
   * Reads the lines of a stream. Lines that do not parse and a stream that breaks off are reported with the rows.
   *
   * @throws RequestFailure for failures before the first line
   */
  async rows<Id extends OperationsOfKind<"jsonl">>(
    id: Id,
    request: ServiceRequest<Id>,
    maxRows: number,
  ): Promise<ServiceRows<ResultOf<Id>>> {
    const operation: Operation = operations[id];
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#options.signal, stop.signal]);
    const response = await this.#send(operation, request, signal);
    if (!response.body) throw unreadable(id, "The response has no body.");
    const rows: ResultOf<Id>[] = [];
    let byteCount = 0;
    const { badLines, end } = await readJsonLines(
      response.body,
      (value) => parsed(operation, value) as ResultOf<Id>,
      (arrived) => {
        rows.push(...arrived);
        if (rows.length > maxRows) stop.abort();
      },
      (count) => {
        byteCount += count;
        if (byteCount > MAX_RESPONSE_BYTES) stop.abort();
      },
    );
    this.#options.signal.throwIfAborted();
    const [bad] = badLines;
    const lines = bad === undefined ? null : `${badLines.length} lines could not be read, the first is ${bad.line}`;
    return { rows: rows.slice(0, maxRows), problem: lines ?? streamProblem(end, byteCount, rows.length > maxRows) };
  }

  async #send(operation: Operation, request: ServiceRequest<OperationId>, signal: AbortSignal): Promise<Response> {
    const { dashboard, session, connectionId: connection } = this.#options;
    const url = new URL(`/api/service/${encodeURIComponent(connection)}/${operation.id}`, "http://dashboard");
    for (const [name, value] of Object.entries({ ...request.params, ...request.query })) {
      url.searchParams.set(name, String(value));
    }
    const hasBody = operation.body.kind === "json";
    const sent = new Request(url, {
      method: operation.method,
      headers: hasBody ? { "content-type": "application/json" } : {},
      ...(hasBody ? { body: stringifyJson(request.body ?? {}) } : {}),
      signal,
    });
    const response = await relayForSession(dashboard, session, sent, { connection, operation: operation.id });
    if (!response.ok) throw await failureFromResponse(response, operation.id);
    const missing = missingOf(response.headers.get(MISSING_HEADER));
    if (missing.length > 0) this.#options.onMissing?.(missing);
    return response;
  }
}

function streamProblem(end: StreamEnd, byteCount: number, isOverfull: boolean): string | null {
  if (end.kind === "complete") return null;
  if (end.kind === "cut-short") return `the service's answer broke off: ${end.reason}`;
  if (byteCount > MAX_RESPONSE_BYTES) return `the service's answer is larger than ${MAX_RESPONSE_BYTES} bytes`;
  return isOverfull ? "the service sent more rows than were requested" : "the answer was stopped";
}

async function readText(response: Response, id: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    byteCount += chunk.byteLength;
    if (byteCount > MAX_RESPONSE_BYTES)
      throw unreadable(id, `The response is larger than ${MAX_RESPONSE_BYTES} bytes.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsedJson(text: string, id: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw unreadable(id, `The response is not JSON: ${errorMessage(error)}`);
  }
}

/** Strict in what is sent, lenient in what is received: unknown members are kept, either dialect is read. */
function parsed(operation: Operation, value: unknown): unknown {
  const { result } = operation;
  if (result.kind !== "json" && result.kind !== "jsonl") throw new Error(`${operation.id} does not return JSON`);
  const schema = result.kind === "json" ? result.schema : result.item;
  const checked = schema.safeParse(readNames(schema, value));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw unreadable(operation.id, `${issue?.path.join(".") || "the response"}: ${issue?.message ?? "unexpected shape"}`);
}
