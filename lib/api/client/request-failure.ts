import { failureBody, type ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { errorMessage } from "@/lib/failure/error-message";

/** A request that failed, with the one description of the failure that pages show. */
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

/** What a caught value means to a person. Everything that is not a failure of ours is a defect, said as it came. */
export function failureOf(error: unknown): ServiceFailure {
  if (error instanceof RequestFailure) return error.failure;
  if (isAbort(error)) return made("cancelled", "Stopped.", null);
  return made("unreadable", errorMessage(error), null);
}

/** Whether a caught value says that somebody stopped the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** `fetch` rejects only when there was no answer from the dashboard itself. */
export function networkFailure(error: unknown, operation: string): unknown {
  if (isAbort(error)) return error;
  return new RequestFailure(made("unreachable", "The dashboard does not answer. Is it still running?", operation));
}

/** Reads the failure out of an answer that is not a success. */
export async function failureFromResponse(response: Response, operation: string): Promise<RequestFailure> {
  const text = await response.text().catch(() => "");
  const parsed = failureBody.safeParse(jsonOrNull(text));
  if (parsed.success) return new RequestFailure(parsed.data.error);
  const kind = response.status === 401 ? "signed-out" : "unreadable";
  return new RequestFailure({
    ...made(kind, `The dashboard answered ${response.status} without saying why.`, operation),
    status: response.status,
  });
}

/** An answer that the contract does not know. */
export function unreadable(operation: string, why: string): RequestFailure {
  return new RequestFailure(made("unreadable", why, operation));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is one of the things an answer can be; the caller says so.
    return null;
  }
}
