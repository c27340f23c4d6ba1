import { z } from "zod";

/** Everything that can go wrong between a page and a service, as one union that is switched exhaustively. */
export const errorKinds = [
  /** The request was refused for what it says; `detail` names the members. */
  "validation",
  /** Nobody is signed in at Heddle, or the session has ended. The only kind that sends a person to sign in. */
  "signed-out",
  /** The person, or the stored credential, may not do this. */
  "forbidden",
  /** The service refused the stored credential of the connection. Nobody is signed out. */
  "credentials-refused",
  /** What was asked for does not exist: a connection, a call, an object. */
  "not-found",
  /** The service does not offer this operation. */
  "unsupported",
  /** The service answered with a failure of its own, or too late. */
  "upstream",
  /** No answer could be had: name, route, TLS or connection failed, or the address may not be called. */
  "unreachable",
  /** There was an answer, but not one that the contract knows. */
  "unreadable",
  /** The person stopped it, or went away. */
  "cancelled",
] as const;

const errorKind = z.enum(errorKinds);

export type ErrorKind = z.infer<typeof errorKind>;

export const validationItem = z.object({ loc: z.array(z.coerce.string()), msg: z.string(), type: z.string() });

/** What a failed request holds under `error`. `status` is what the service answered, where it answered. */
const serviceFailure = z.object({
  kind: errorKind,
  message: z.string(),
  requestId: z.string(),
  /** Id of the operation that failed; null before one was found. */
  operation: z.string().nullable(),
  status: z.number().int().optional(),
  /** The service's own word for the failure, as text. */
  reason: z.string().optional(),
  detail: z.array(validationItem).optional(),
  /** Seconds until another try makes sense. */
  retryAfterSeconds: z.number().optional(),
});

export type ServiceFailure = z.infer<typeof serviceFailure>;

/** The body of every failed request to the dashboard's own API. */
export const failureBody = z.object({ error: serviceFailure });
