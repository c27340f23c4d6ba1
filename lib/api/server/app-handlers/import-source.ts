import type { RequestInit, Response as UpstreamResponse } from "undici";
import { type SourcePage, TOO_LARGE } from "@/lib/api/contract/app/import-operations";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { describeCallError } from "@/lib/api/server/upstream/upstream-call";
import { BaseUrlError, parseBaseUrl } from "@/lib/api/server/upstream/upstream-url";
import { AddressNotAllowedError } from "@/lib/outgoing/address-policy";
import { type AppCall, inputFailed } from "./app-call";

const WAITS = { headersTimeoutMs: 60_000, idleTimeoutMs: 60_000 };

/** Returns an address as for connections, or the reason why it may not be called. */
export function sourceAddress({ dashboard }: AppCall, text: string): URL {
  try {
    const url = parseBaseUrl(text);
    dashboard.policy.checkUrl(url);
    return url;
  } catch (error) {
    if (error instanceof BaseUrlError || error instanceof AddressNotAllowedError) {
      throw inputFailed(["address"], error.message, "url");
    }
    throw error;
  }
}

/** Reads a response whole. */
async function bytesOf(body: AsyncIterable<Uint8Array> | null, maxBytes: number, host: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) {
      const message = `A response of ${host} is larger than ${maxBytes / 1024 ** 2} MiB.`;
      throw new RequestFailedError({ httpStatus: 502, kind: "upstream", message, reason: TOO_LARGE });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface SourceAnswer {
  readonly response: UpstreamResponse;
  readonly bytes: Buffer;
}

/**
 * Asks the source of an import once, with the key that the user entered for this address. A failed response is left
 * unread.
 *
 * @throws RequestFailedError when there is no response, or it is too large
 */
export async function askSource(
  { dashboard, signal }: AppCall,
  url: URL,
  init: Pick<RequestInit, "method" | "headers" | "body">,
  maxBytes: number,
): Promise<SourceAnswer> {
  try {
    const response = await dashboard.upstream.call(url, { ...init, signal }, WAITS, false);
    const bytes = response.ok ? await bytesOf(response.body, maxBytes, url.host) : Buffer.alloc(0);
    return { response, bytes };
  } catch (error) {
    if (error instanceof RequestFailedError) throw error;
    if (signal.aborted) throw new RequestFailedError({ httpStatus: 499, kind: "cancelled", message: "Stopped." });
    const message = `The server at ${url.host} ${describeCallError(error).sentence}.`;
    throw new RequestFailedError({ httpStatus: 502, kind: "unreachable", message });
  }
}

/** Runs of LangSmith have no limit of their own; answers of Langfuse have 5 MB at most. */
const MAX_PAGE_BYTES = 64 * 1024 ** 2;

interface PageRequest {
  readonly address: string;
  /** Below the address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The headers that carry the keys. They are sent to the address that they were entered with, and nowhere else. */
  readonly keys: Readonly<Record<string, string>>;
  /** Sent with POST, as JSON. */
  readonly body?: string | undefined;
}

/** Asks the API of another tool for one page. A refusal is returned with its status, without its words. */
export async function askForPage(
  call: AppCall,
  { address, path, query, keys, body }: PageRequest,
): Promise<SourcePage> {
  const url = sourceAddress(call, address);
  url.pathname = `${url.pathname.replace(/\/$/, "")}${path}`;
  url.search = new URLSearchParams(query).toString();
  const headers = { ...keys, accept: "application/json", "user-agent": "heddle" };
  const init =
    body === undefined
      ? { method: "GET", headers }
      : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
  const { response, bytes } = await askSource(call, url, init, MAX_PAGE_BYTES);
  if (!response.ok) await response.body?.cancel();
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    text: bytes.toString("utf8"),
  };
}
