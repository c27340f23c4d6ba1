import type { OperationId, operations } from "@/lib/api/contract/operations";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { failureFromResponse, networkFailure, unreadable } from "./request-failure";

interface UploadRequest {
  readonly body: Blob;
  readonly params?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Read by the relay only, not sent to the service. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the number of bytes sent so far. */
  readonly onProgress: (sentBytes: number) => void;
}

/** Operations whose bodies pass through the relay as streams. */
export type UploadId = {
  [Id in OperationId]: (typeof operations)[Id]["body"]["kind"] extends "json-stream" ? Id : never;
}[OperationId];

/**
 * Sends a body that may be large. The browser reads it from the blob while sending, so that it is never held as text;
 * `fetch` would not report progress.
 *
 * @returns the unparsed response
 * @throws RequestFailure for every failure, AbortError when stopped
 */
export async function uploadOperation(connectionId: string, id: UploadId, request: UploadRequest): Promise<unknown> {
  const { status, text } = await post(pathOf(connectionId, id, request.params ?? {}), id, request);
  if (status < 200 || status > 299) throw await failureFromResponse(new Response(text, { status }), id);
  if (text.trim() === "") return null;
  try {
    return parseJson(text);
  } catch (error) {
    throw unreadable(id, `The response is not JSON: ${errorMessage(error)}`);
  }
}

function pathOf(connectionId: string, id: UploadId, params: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(params);
  return `/api/service/${encodeURIComponent(connectionId)}/${encodeURIComponent(id)}${search.size > 0 ? `?${search}` : ""}`;
}

function post(path: string, id: UploadId, { body, signal, headers = {}, onProgress }: UploadRequest) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    if (signal.aborted) return reject(new DOMException("stopped", "AbortError"));
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop);
    request.onloadend = () => signal.removeEventListener("abort", stop);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(networkFailure(new TypeError("no response"), id));
    request.onabort = () => reject(new DOMException("stopped", "AbortError"));
    request.open("POST", path);
    request.setRequestHeader("content-type", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}
