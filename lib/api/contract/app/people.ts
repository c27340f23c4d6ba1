import { z } from "zod";
import { roles } from "@/lib/api/contract/operation/app-operation";

export const role = z.enum(roles);

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 256;

/**
 * Only the length is checked here; the server also refuses common passwords. Nothing is truncated and no composition is
 * required.
 */
const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, { error: `At least ${MIN_PASSWORD_LENGTH} characters` })
  .max(MAX_PASSWORD_LENGTH, { error: `At most ${MAX_PASSWORD_LENGTH} characters` });

const emailAddress = z.email({ error: "Enter an email address" }).max(254);

export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
});

export const member = person.extend({
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
  isDisabled: z.boolean(),
  /** Whether sign-in asks for a code; only admins see it. */
  hasSecondFactor: z.boolean().optional(),
});

export const currentSession = z.object({
  person,
  /** When the session ends even if it is in constant use. */
  expiresAt: z.string(),
});

/** A session of the current user. Times are ISO 8601 in UTC. */
export const ownSession = z.object({
  id: z.string(),
  /** `Firefox on Linux`; null where it is not known. */
  device: z.string().nullable(),
  /** The network address that it was opened from; null where it is not known. */
  address: z.string().nullable(),
  createdAt: z.string(),
  /** Up to five minutes old. */
  lastSeenAt: z.string(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
});

/** A link that creates one account, the first admin's or that of an invited user, or sets a user's password. */
export const setupLink = z.object({
  kind: z.enum(["set-up", "invitation", "password"]),
  role,
  /** The user whose password it sets; null for the other kinds. */
  email: z.string().nullable(),
});

/** A new link; only this response contains it. */
export const createdLink = z.object({ id: z.string(), url: z.string(), expiresAt: z.string() });

/** An open invitation. */
export const invitation = z.object({
  id: z.string(),
  role,
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Null when it was created on the machine itself. */
  createdByName: z.string().nullable(),
});

export const passwordComplete = z.strictObject({ token: z.string().min(1).max(256), password: newPassword });

/** A new password for the current user, with the one that it replaces. */
export const passwordChange = z.strictObject({
  password: z.string().min(1, { error: "Enter your password" }).max(MAX_PASSWORD_LENGTH),
  newPassword,
});

export const setupComplete = z.strictObject({
  token: z.string().min(1).max(256),
  name: z.string().trim().min(1).max(120),
  email: emailAddress,
  password: newPassword,
});

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** The event: `connection.created`, `sign-in.failed`. */
  event: z.string(),
  /** Null when no user was signed in. */
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  target: z.string().nullable(),
  isAllowed: z.boolean(),
  requestId: z.string().nullable(),
});

const auditTime = z.iso.datetime();

export const auditRequest = z.strictObject({
  limit: z.number().int().min(1).max(500).default(100),
  /** Id of the last entry of the previous page. */
  after: z.string().optional(),
  actorId: z.string().optional(),
  event: z.string().optional(),
  isAllowed: z.boolean().optional(),
  /** Inclusive start. */
  since: auditTime.optional(),
  /** Exclusive end. */
  until: auditTime.optional(),
});

/** The filters of the log: all users and events in it. */
export const auditChoices = z.object({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  events: z.array(z.string()),
});

/** The result of following the hashes of all entries. */
export const auditCheck = z.object({
  /** Entries of the chain. */
  entries: z.number().int(),
  /** Entries from before the log had a chain. */
  unchained: z.number().int(),
  /** Of the last entry, SHA-256; null without one. */
  lastHash: z.string().nullable(),
  /** The first entry that does not fit, or that the newest are missing; null when the chain holds. */
  problem: z
    .object({ kind: z.enum(["changed", "end-missing"]), entryId: z.string().nullable(), at: z.string().nullable() })
    .nullable(),
});

/** How far the log was sent to the receiver that the environment names. */
export const auditForwarding = z.object({
  /** Protocol and host. */
  receiver: z.string(),
  /** Entries that were not sent yet. */
  waiting: z.number().int(),
  /** When the last entries were sent; null before the first. */
  sentAt: z.string().nullable(),
  /** Entries that the receiver answered for and did not keep. */
  refused: z.number().int(),
  /** Why the last try failed, as the end of "The receiver …", and since when tries fail; null when it did not. */
  problem: z.object({ message: z.string(), since: z.string() }).nullable(),
});

/** Why a user whom the provider authenticated may not sign in. The sign-in page has a message for each. */
export const oidcRefusals = [
  "issuer",
  "no-email",
  "unverified",
  "not-allowed",
  "no-role",
  "no-account",
  "not-set-up",
  "disabled",
] as const;

export type OidcRefusal = (typeof oidcRefusals)[number];
