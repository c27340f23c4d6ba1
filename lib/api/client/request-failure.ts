import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { errorMessage } from "@/lib/guard/error-message";

/** A request that failed, with the description of the failure that pages show. */
export class RequestFailure extends Error {
  readonly failure: ServiceFailure;

  constructor(failure: ServiceFailure) {
    super(failure.message);
    this.name = "RequestFailure";
    this.failure = failure;
  }
}

function made(kind: ServiceFailure["kind"], message: string, operation: string | null): ServiceFailure {
  return { kind, message, requestId: "", operation };
}

/**
 * Returns a user-readable message for a caught value. Any error other than a failure of ours is a defect; its own
 * message is returned.
 */
export function failureOf(error: unknown): ServiceFailure {
  if (error instanceof RequestFailure) return error.failure;
  if (isAbort(error)) return made("cancelled", "Stopped.", null);
  return made("unreadable", errorMessage(error), null);
}

/** True when a caught value means that the request was stopped. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** `fetch` rejects only when the dashboard itself did not respond. */
export function networkFailure(error: unknown, operation: string): unknown {
  if (isAbort(error)) return error;
  return new RequestFailure(made("unreachable", "The dashboard does not respond. Is it still running?", operation));
}

/** Reads the failure from an unsuccessful response. */
export async function failureFromResponse(response: Response, operation: string): Promise<RequestFailure> {
  const text = await response.text().catch(() => "");
  const parsed = await parseFailure(jsonOrNull(text));
  if (parsed?.success) return new RequestFailure(parsed.data.error);
  const kind = response.status === 401 ? "signed-out" : "unreadable";
  return new RequestFailure({
    ...made(kind, `The dashboard returned ${response.status} without a reason.`, operation),
    status: response.status,
  });
}

/** The schema loads with the first failure; null when it does not load, as without a connection. */
async function parseFailure(value: unknown) {
  const loaded = await import("@/lib/api/contract/errors/service-error").catch(() => null);
  return loaded?.failureBody.safeParse(value) ?? null;
}

/** The failure of an operation that was not requested, since the service is known not to have it. */
export function notOffered(operation: string): RequestFailure {
  return new RequestFailure(made("unsupported", "The service does not support this operation.", operation));
}

/** A response that does not match the contract. */
export function unreadable(operation: string, why: string): RequestFailure {
  return new RequestFailure(made("unreadable", why, operation));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A response may not be JSON; the caller reports it.
    return null;
  }
}
