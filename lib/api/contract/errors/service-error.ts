import { z } from "zod";

/** Every failure between a page and a service, as one union that is switched exhaustively. */
export const errorKinds = [
  /** The request is invalid; `detail` names the members. */
  "validation",
  /**
   * The user is not signed in to Heddle, or the session has ended. Only this kind sends the user to the sign-in page.
   */
  "signed-out",
  /** The user, or the stored credential, is not allowed to do this. */
  "forbidden",
  /** The service rejected the stored credential of the connection. The user stays signed in. */
  "credentials-refused",
  /** The requested resource does not exist: a connection, a call, an object. */
  "not-found",
  /** The service does not support this operation. */
  "unsupported",
  /** The service returned an error of its own, or responded too late. */
  "upstream",
  /** No response: name, route, TLS or connection failed, or the address may not be called. */
  "unreachable",
  /** There was a response, but it does not match the contract. */
  "unreadable",
  /** The user stopped it or left. */
  "cancelled",
] as const;

const errorKind = z.enum(errorKinds);

export type ErrorKind = z.infer<typeof errorKind>;

export const validationItem = z.object({ loc: z.array(z.coerce.string()), msg: z.string(), type: z.string() });

/** The `error` member of a failed request. `status` is what the service returned, if it responded. */
const serviceFailure = z.object({
  kind: errorKind,
  message: z.string(),
  requestId: z.string(),
  /** Id of the operation that failed; null before one was found. */
  operation: z.string().nullable(),
  status: z.number().int().optional(),
  /** The service's own message about the failure, as text. */
  reason: z.string().optional(),
  detail: z.array(validationItem).optional(),
  /** When the requested thing was deleted, where the service says so. */
  deletedAt: z.string().optional(),
  /** Seconds to wait before retrying. */
  retryAfterSeconds: z.number().optional(),
});

export type ServiceFailure = z.infer<typeof serviceFailure>;

/** The body of every failed request to the dashboard's own API. */
export const failureBody = z.object({ error: serviceFailure });
