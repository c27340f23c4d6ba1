import type { OperationId, OperationsOfKind, ResultOf } from "@/lib/api/contract/operations";
import type { StreamSummary } from "./json-lines";
import { headOf } from "./operation-head";
import { operationRow } from "./operation-rows";
import {
  callListRow,
  callOperationRow,
  type ListResult,
  type LoadingOperation,
  openOperationRow,
  readOperationBytes,
  type ServiceRequest,
  streamOperationRow,
} from "./row-client";

/** Calls a JSON operation by its id: `callOperationRow` with its row. */
export async function callOperation<Id extends OperationsOfKind<"json">>(
  connectionId: string,
  id: Id,
  request: ServiceRequest<Id> = {},
): Promise<ResultOf<Id>> {
  return await callOperationRow(connectionId, loading(id), request);
}

/** Calls a JSON operation that returns records, by its id: `callListRow` with its row. */
export async function callListOperation<Id extends OperationsOfKind<"json">>(
  connectionId: string,
  id: Id,
  member: keyof ResultOf<Id> & string,
  request: ServiceRequest<Id> = {},
): Promise<ListResult<ResultOf<Id>>> {
  return await callListRow(connectionId, loading(id), member, request);
}

/** Streams the rows of a JSONL operation by its id: `streamOperationRow` with its row. */
export async function streamOperation<Id extends OperationsOfKind<"jsonl">>(
  connectionId: string,
  id: Id,
  request: ServiceRequest<Id>,
  onRows: (rows: ResultOf<Id>[]) => void,
): Promise<StreamSummary> {
  return await streamOperationRow(connectionId, loading(id), request, onRows);
}

/** Reads all bytes that an operation returns, by its id. */
export async function readOperationResultBytes<Id extends OperationsOfKind<"bytes">>(
  connectionId: string,
  id: Id,
  request: ServiceRequest<Id>,
): Promise<Uint8Array<ArrayBuffer>> {
  return await readOperationBytes(connectionId, headOf(id), request);
}

/** Returns the unread response of an operation, by its id. */
export async function openResponse<Id extends OperationId>(
  connectionId: string,
  id: Id,
  request: ServiceRequest<Id>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return await openOperationRow(connectionId, headOf(id), request);
}

function loading<Id extends OperationId>(id: Id): LoadingOperation<Id> {
  return { ...headOf(id), row: operationRow(id).catch(() => null), reload: () => operationRow(id) };
}
