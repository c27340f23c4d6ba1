import type { z } from "zod";
import { readNames } from "@/lib/api/contract/operation/dialect";
import type { Operation } from "@/lib/api/contract/operation/operation";
import type { OperationId, OperationsOfKind, RequestOf, ResultOf } from "@/lib/api/contract/operations";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { isJsonObject } from "@/lib/guard/json-object";
import { isKnownAbsent, noteAbsent, questionRound } from "./absent-operations";
import { type BadLine, readJsonLines, type StreamSummary } from "./json-lines";
import { failureFromResponse, networkFailure, notOffered, unreadable } from "./request-failure";
import { inTurn } from "./request-turns";

/** A row of the operations table, for callers that need a single one: a worker then loads no others. */
export type OperationDefinition<Id extends OperationId> = Operation & { readonly id: Id };

/** The part of a row that its request needs. */
export interface OperationHead<Id extends OperationId> {
  readonly id: Id;
  readonly method: Operation["method"];
  readonly body: { readonly kind: Operation["body"]["kind"] };
}

/** An operation whose row loads while its request is on the way. */
export interface LoadingOperation<Id extends OperationId> extends OperationHead<Id> {
  /** Null when it did not load. */
  readonly row: Promise<Operation | null>;
  /** Loads it again, once the response has shown that the dashboard can be reached. */
  readonly reload: () => Promise<Operation>;
}

/** The input of an operation. */
export interface ServiceRequest<Id extends OperationId> {
  readonly body?: RequestOf<Id>;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal;
  /** Headers that the relay reads. It passes on what it knows, in its own words. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The browser finishes sending it even when the user leaves the page. */
  readonly isKeptAlive?: boolean;
  /** It may take minutes, as the answer of a model does: the other requests of the page do not wait for it. */
  readonly isLong?: boolean;
  /** For streams: receives the size of each chunk as it arrives. */
  readonly onBytesRead?: (count: number) => void;
}

/**
 * Calls a JSON operation of a connection's service through the relay.
 *
 * @throws RequestFailure for every failure, AbortError when stopped.
 */
export async function callOperationRow<Id extends OperationsOfKind<"json">>(
  connectionId: string,
  operation: OperationDefinition<Id> | LoadingOperation<Id>,
  request: ServiceRequest<Id> = {},
): Promise<ResultOf<Id>> {
  const response = await send(connectionId, operation, request);
  const text = await response.text().catch((error: unknown) => {
    throw networkFailure(error, operation.id);
  });
  return parseResult(await loadedRow(operation), parseText(text, operation.id)) as ResultOf<Id>;
}

/** A response whose records are checked one by one. */
export interface ListResult<Result> {
  /** With the records that match the contract. */
  readonly result: Result;
  /** The records that do not, by their number in the response; the first is 1. */
  readonly badRows: readonly BadLine[];
  /** The id of the last record of the response, whether it matches or not; null where it has none. */
  readonly lastId: string | null;
}

/**
 * Calls a JSON operation that returns records in `member`. A record that does not match the contract costs that record
 * only.
 *
 * @throws RequestFailure for every failure, AbortError when stopped.
 */
export async function callListRow<Id extends OperationsOfKind<"json">>(
  connectionId: string,
  operation: LoadingOperation<Id>,
  member: keyof ResultOf<Id> & string,
  request: ServiceRequest<Id> = {},
): Promise<ListResult<ResultOf<Id>>> {
  const response = await send(connectionId, operation, request);
  const text = await response.text().catch((error: unknown) => {
    throw networkFailure(error, operation.id);
  });
  const value = parseText(text, operation.id);
  const row = await loadedRow(operation);
  const records = isJsonObject(value) && Array.isArray(value[member]) ? value[member] : [];
  const badRows = badRowsOf(row, value, member);
  const bad = new Set(badRows.map(({ line }) => line - 1));
  const kept =
    bad.size === 0 ? value : { ...(value as object), [member]: records.filter((_, index) => !bad.has(index)) };
  const last: unknown = records.at(-1);
  const lastId = isJsonObject(last) && typeof last.id === "string" ? last.id : null;
  return { result: parseResult(row, kept) as ResultOf<Id>, badRows, lastId };
}

/**
 * Streams the rows of a JSONL operation. Failures before the first byte are thrown; later failures are in the summary,
 * since the response has already begun.
 *
 * @throws RequestFailure, AbortError when stopped before the response began.
 */
export async function streamOperationRow<Id extends OperationsOfKind<"jsonl">>(
  connectionId: string,
  operation: OperationDefinition<Id> | LoadingOperation<Id>,
  request: ServiceRequest<Id>,
  onRows: (rows: ResultOf<Id>[]) => void,
): Promise<StreamSummary> {
  const response = await send(connectionId, operation, request);
  if (!response.body) throw unreadable(operation.id, "The response has no body.");
  const row = await loadedRow(operation);
  const parseRow = (value: unknown) => parseResult(row, value) as ResultOf<Id>;
  return readJsonLines(response.body, parseRow, onRows, request.onBytesRead);
}

/**
 * Reads all bytes that an operation returns.
 *
 * @throws RequestFailure for every failure, AbortError when stopped.
 */
export async function readOperationBytes<Id extends OperationsOfKind<"bytes">>(
  connectionId: string,
  operation: OperationHead<Id>,
  request: ServiceRequest<Id>,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await send(connectionId, operation, request);
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    throw networkFailure(error, operation.id);
  });
  return new Uint8Array(bytes);
}

/**
 * Returns the unread response of an operation.
 *
 * @throws RequestFailure for every failure before the first byte, AbortError when stopped.
 */
export async function openOperationRow<Id extends OperationId>(
  connectionId: string,
  operation: OperationHead<Id>,
  request: ServiceRequest<Id>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await send(connectionId, operation, request);
  if (!response.body) throw unreadable(operation.id, "The response has no body.");
  return response.body;
}

async function send(connectionId: string, operation: OperationHead<OperationId>, request: ServiceRequest<OperationId>) {
  // A request that is known to fail would only be an error in the browser's console.
  if (isKnownAbsent(connectionId, operation.id)) throw notOffered(operation.id);
  const askedInRound = questionRound();
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...request.params, ...request.query })) search.set(name, String(value));
  const path = `/api/service/${encodeURIComponent(connectionId)}/${encodeURIComponent(operation.id)}`;
  const hasBody = operation.body.kind === "json" || operation.body.kind === "media";
  const init: RequestInit = {
    method: operation.method,
    headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...request.headers },
    ...(hasBody ? { body: stringifyJson(request.body ?? {}) } : {}),
    ...(request.signal ? { signal: request.signal } : {}),
    ...(request.isKeptAlive ? { keepalive: true } : {}),
  };
  const sent = () => fetch(search.size > 0 ? `${path}?${search}` : path, init);
  // A page that is left does not wait for other requests.
  const hasTurn = !request.isKeptAlive && !request.isLong;
  const response = await (hasTurn ? inTurn(sent, request.signal) : sent()).catch((error: unknown) => {
    throw networkFailure(error, operation.id);
  });
  if (response.ok) return response;
  const failed = await failureFromResponse(response, operation.id);
  if (failed.failure.kind === "unsupported") noteAbsent(connectionId, operation.id, askedInRound);
  throw failed;
}

async function loadedRow<Id extends OperationId>(
  operation: OperationDefinition<Id> | LoadingOperation<Id>,
): Promise<Operation> {
  return "row" in operation ? ((await operation.row) ?? (await operation.reload())) : operation;
}

function parseText(text: string, id: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw unreadable(id, `The response is not JSON: ${errorMessage(error)}`);
  }
}

/** Strict in what is sent, lenient in what is received: unknown members are kept, either dialect is read. */
function parseResult(operation: Operation, value: unknown): unknown {
  const schema = resultSchema(operation);
  const parsed = schema.safeParse(readNames(schema, value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unreadable(operation.id, `${issue?.path.join(".") || "the response"}: ${issue?.message ?? "unexpected shape"}`);
}

/** The records of a list that do not match, each with the first reason. */
function badRowsOf(operation: Operation, value: unknown, member: string): readonly BadLine[] {
  const schema = resultSchema(operation);
  const parsed = schema.safeParse(readNames(schema, value));
  const reasons = new Map<number, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [list, index, ...rest] = path;
    if (list !== member || typeof index !== "number" || reasons.has(index)) continue;
    reasons.set(index, `${rest.join(".") || "the record"}: ${message}`);
  }
  return [...reasons]
    .map(([index, reason]) => ({ line: index + 1, reason }))
    .sort((left, right) => left.line - right.line);
}

function resultSchema(operation: Operation): z.ZodType {
  if (operation.result.kind === "json") return operation.result.schema;
  if (operation.result.kind === "jsonl") return operation.result.item;
  throw new Error(`${operation.id} returns bytes`);
}
