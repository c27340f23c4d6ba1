import type { ErrorKind, ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ValidationItem } from "@/lib/api/contract/errors/validation";
import { responseHeaders } from "./response-headers";

/** A failure before the facts of the request are added. */
export interface FailureFacts {
  /** HTTP status of our own response. */
  readonly httpStatus: number;
  readonly kind: ErrorKind;
  readonly message: string;
  /** The response of the service, if it responded. */
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly detail?: readonly ValidationItem[] | undefined;
  readonly deletedAt?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** Ends a request with a failure of the shared union; thrown anywhere, converted to a response in one place. */
export class RequestFailedError extends Error {
  override readonly name = "RequestFailed";

  constructor(
    readonly facts: FailureFacts,
    options?: ErrorOptions,
  ) {
    super(facts.message, options);
  }
}

/** Returns the failure of invalid input: 422 with the items and their locations. */
export function validationFailed(detail: readonly ValidationItem[], httpStatus = 422): RequestFailedError {
  const [first] = detail;
  const where = first ? `${first.loc.join(".")}: ${first.msg}` : "The request is not valid.";
  return new RequestFailedError({ httpStatus, kind: "validation", message: where, detail });
}

/** Returns the response to a failed request, in the shape that the browser's client reads. */
export function failureResponse(facts: FailureFacts, requestId: string, operation: string | null): Response {
  const { httpStatus, detail, ...rest } = facts;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  // Every member of ServiceFailure is in `facts` or in the arguments.
  const error = { ...known, ...(detail ? { detail } : {}), requestId, operation } as ServiceFailure;
  const headers = responseHeaders("application/json; charset=utf-8", requestId);
  if (facts.retryAfterSeconds !== undefined) headers.set("retry-after", String(facts.retryAfterSeconds));
  return new Response(JSON.stringify({ error }), { status: httpStatus, headers });
}
