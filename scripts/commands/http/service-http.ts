import { setTimeout as sleep } from "node:timers/promises";
import { findOperation } from "@/lib/api/contract/operations";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";

export interface ServiceAddress {
  readonly url: URL;
  readonly key: string;
}

/** The service returned a failure; the message is a sentence for the user. */
class ServiceRefusedError extends Error {
  override readonly name = "ServiceRefused";

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Returns whether a service has no such operation, as opposed to one that failed. */
export const isUnsupported = (error: unknown): boolean =>
  error instanceof ServiceRefusedError && [404, 405].includes(error.status);

/** Returns whether a service refused what it was sent: it would refuse it again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceRefusedError && [400, 403, 409, 413, 422].includes(error.status);

export interface RetryOptions {
  readonly signal?: AbortSignal;
  /** Delays between attempts, in milliseconds: there is one more attempt than there are delays. */
  readonly waitsMs?: readonly number[];
}

type PathParams = Readonly<Record<string, string>>;

/** Where an operation is asked. */
interface Place {
  readonly method: string;
  readonly path: string;
}

/** Returns where an operation is asked, with the values of the parameters of its path. */
function placeOf(operationId: string, params: PathParams = {}): Place {
  const operation = findOperation(operationId);
  if (!operation) throw new TypeError(`Operation ${operationId} not found`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return { method: operation.method, path };
}

const RETRY_DELAYS_MS = [1_000, 3_000, 10_000];
const MAX_REASON_LENGTH = 500;

/** Returns whether a request may succeed when it is sent again. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ServiceRefusedError)) return true;
  return error.status === 429 || error.status >= 500;
}

/** The service's error message: `reason`, or the first places and messages of `detail`. */
function reasonIn(text: string): string {
  try {
    const { reason, detail } = JSON.parse(text) as { reason?: unknown; detail?: unknown };
    if (typeof reason === "string") return reason;
    if (Array.isArray(detail)) return detail.map(({ loc, msg }) => `${loc?.join(".")}: ${msg}`).join("; ");
  } catch {
    // Not JSON, for example a proxy's page. The status says more than its markup.
  }
  return "";
}

function refusal(status: number, text: string, { url, key }: ServiceAddress): ServiceRefusedError {
  const reason = reasonIn(text).replaceAll(key, "[key]").slice(0, MAX_REASON_LENGTH);
  if (status === 401) return new ServiceRefusedError(`${url.host} does not accept the key. ${reason}`.trim(), status);
  if (status >= 300 && status < 400) {
    return new ServiceRefusedError(`${url.host} redirects elsewhere; use the address of the service itself.`, status);
  }
  return new ServiceRefusedError(`${url.host} returned ${status}${reason ? `: ${reason}` : ""}`, status);
}

async function openOnce(
  address: ServiceAddress,
  { method, path }: Place,
  body: string | FormData,
  signal: AbortSignal,
) {
  const target = new URL(address.url);
  target.pathname = `${target.pathname.replace(/\/$/, "")}${path}`;
  const answer = await fetch(target, {
    method,
    redirect: "manual",
    headers: {
      authorization: `Basic ${Buffer.from(`api:${address.key}`).toString("base64")}`,
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
    },
    body,
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw new Error(`${address.url.host} cannot be reached.`, { cause: error });
  });
  if (!answer.ok) throw refusal(answer.status, await answer.text(), address);
  return answer;
}

/** Sends a request that stops with a signal, which outlives it: `fetch` leaves its listeners at the signal it is given. */
async function sendOnce(address: ServiceAddress, place: Place, body: string, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const own = new AbortController();
  const stop = () => own.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const text = await (await openOnce(address, place, body, own.signal)).text();
    return text === "" ? {} : parseJson(text);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * Yields the lines of a JSONL operation as they arrive. It is asked once.
 *
 * @throws ServiceRefusedError, or Error when the service cannot be reached or the stream breaks off.
 */
export async function* streamService(
  address: ServiceAddress,
  operationId: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const answer = await openOnce(address, placeOf(operationId), stringifyJson(body), signal);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of answer.body ?? []) {
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines.filter((line) => line !== "");
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new Error(`The response of ${address.url.host} broke off.`, { cause: error });
  }
  if (rest !== "") yield rest;
}

/**
 * Calls a JSON operation of a service directly, and retries when it is busy or cannot be reached: only for operations
 * that may be sent twice.
 *
 * @throws ServiceRefusedError, or Error when the service cannot be reached.
 */
export async function callService(
  address: ServiceAddress,
  operationId: string,
  body: unknown,
  { signal, waitsMs = RETRY_DELAYS_MS, params = {} }: RetryOptions & { readonly params?: PathParams } = {},
): Promise<unknown> {
  const text = stringifyJson(body);
  const place = placeOf(operationId, params);
  for (const waitMs of waitsMs) {
    try {
      return await sendOnce(address, place, text, signal);
    } catch (error) {
      if (signal?.aborted || !isRetryable(error)) throw error;
      await sleep(waitMs, undefined, signal ? { signal } : {});
    }
  }
  return sendOnce(address, place, text, signal);
}

/** Returns the bytes that an operation answers with. */
export async function readBytes(
  address: ServiceAddress,
  operationId: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await openOnce(address, placeOf(operationId), stringifyJson(body), signal);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Sends a form, and returns the JSON that an operation answers with. */
export async function sendForm(
  address: ServiceAddress,
  operationId: string,
  form: FormData,
  signal: AbortSignal,
): Promise<unknown> {
  return parseJson(await (await openOnce(address, placeOf(operationId), form, signal)).text());
}
