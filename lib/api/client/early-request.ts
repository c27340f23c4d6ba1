import type { OperationId } from "@/lib/api/contract/operations";

/** The name under which a document leaves its request for the page. */
export const EARLY_NAME = "heddleEarly";

/** A request that the document itself sent, before the scripts of the page had loaded: see `early-script.ts`. */
interface SentEarly {
  readonly operation: OperationId;
  readonly path: string;
  readonly body: string;
  /** The time from which its relative range is measured, in milliseconds of the server's clock. */
  readonly atMs: number;
  readonly response: Promise<Response>;
  readonly stop: AbortController;
}

const sentEarly = (): SentEarly | undefined => Reflect.get(globalThis, EARLY_NAME);

/** The path of an operation at the relay. */
export const servicePath = (connectionId: string, operation: string): string =>
  `/api/service/${encodeURIComponent(connectionId)}/${encodeURIComponent(operation)}`;

/** Returns the operation that the document has requested while the page has not taken it; otherwise null. */
export const earlyOperation = (): OperationId | null => sentEarly()?.operation ?? null;

/**
 * Returns the time from which a page that opens measures a relative range: that of the document's request while the
 * page has not taken it, otherwise now.
 */
export const openingTime = (): number => sentEarly()?.atMs ?? Date.now();

/**
 * Returns the response of the request that the document sent, once, if it is this one; null otherwise. A request with
 * the same path and another body shows that the page asks for something else: the document's is stopped.
 */
export function takeEarly(path: string, { body, signal }: RequestInit): Promise<Response> | null {
  const early = sentEarly();
  if (early?.path !== path) return null;
  Reflect.deleteProperty(globalThis, EARLY_NAME);
  const stop = () => early.stop.abort();
  if (early.body !== body || signal?.aborted) {
    stop();
    return null;
  }
  signal?.addEventListener("abort", stop);
  return early.response;
}
