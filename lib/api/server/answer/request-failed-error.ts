import type { ErrorKind, ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ValidationItem } from "@/lib/api/contract/errors/validation";
import { responseHeaders } from "./response-headers";

/** What is known of a failure before the request's own facts are added. */
export interface FailureFacts {
  /** HTTP status of our own answer. */
  readonly httpStatus: number;
  readonly kind: ErrorKind;
  readonly message: string;
  /** What the service answered, where it answered. */
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly detail?: readonly ValidationItem[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** Ends a request with a failure of the shared union; thrown anywhere, answered in one place. */
export class RequestFailedError extends Error {
  override readonly name = "RequestFailed";

  constructor(
    readonly facts: FailureFacts,
    options?: ErrorOptions,
  ) {
    super(facts.message, options);
  }
}

/** Input that does not fit: 422 with the items that say where. */
export function validationFailed(detail: readonly ValidationItem[], httpStatus = 422): RequestFailedError {
  const [first] = detail;
  const where = first ? `${first.loc.join(".")}: ${first.msg}` : "The request is not valid.";
  return new RequestFailedError({ httpStatus, kind: "validation", message: where, detail });
}

/** The answer to a failed request, in the shape that the browser's client reads. */
export function failureResponse(facts: FailureFacts, requestId: string, operation: string | null): Response {
  const { httpStatus, detail, ...rest } = facts;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  // Every member of ServiceFailure stands in `facts` or in the arguments.
  const error = { ...known, ...(detail ? { detail } : {}), requestId, operation } as ServiceFailure;
  const headers = responseHeaders("application/json; charset=utf-8", requestId);
  if (facts.retryAfterSeconds !== undefined) headers.set("retry-after", String(facts.retryAfterSeconds));
  return new Response(JSON.stringify({ error }), { status: httpStatus, headers });
}
