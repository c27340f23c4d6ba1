import { z } from "zod";

/** Strict where a person's input enters: an unknown member is a mistake, not an extension. */
const connectionName = z.string().trim().min(1).max(80);

const baseUrl = z.string().trim().min(1).max(2048);

const dialect = z.enum(["svc", "wb"]);

const username = z.string().min(1).max(256);

/** A credential goes into a header: printable, without line ends. Kept exactly as it was typed. */
const secretText = z
  .string()
  .min(1)
  .max(8192)
  .refine((text) => !/\p{Cc}/u.test(text), { error: "Control characters are not permitted" });

/** How an operation fared in a connection test. */
const operationSupport = z.enum([
  /** It answered, or refused an empty body as it should. */
  "supported",
  /** It is there, but the stored credential may not use it. */
  "refused",
  /** The service does not have it. */
  "missing",
  /** It could not be told: a failure, or not tried. */
  "unknown",
]);

export const operationTest = z.object({
  operation: z.string(),
  support: operationSupport,
  /** Status that the service answered; null when it did not answer or was not asked. */
  status: z.number().int().nullable(),
  latencyMs: z.number().nullable(),
  /** A short sentence for the table: "422 as expected", "not tried: it would cost money". */
  note: z.string(),
});

export const connectionTest = z.object({
  testedAt: z.string(),
  durationMs: z.number(),
  /** The thirteen operations of the interface first, then the extensions. */
  operations: z.array(operationTest),
});

/** A connection as the browser sees it. There is no member that could hold a secret. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  dialect,
  /** The embedded service: made by itself, not editable, nothing stored. */
  isBuiltIn: z.boolean(),
  basic: z.object({ username: z.string().nullable(), isPasswordSet: z.boolean() }),
  bearer: z.object({ isTokenSet: z.boolean() }),
  workspaceCount: z.number().int(),
  /** Null for the embedded service. */
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  lastTest: connectionTest.nullable(),
});

export const connectionCreate = z.strictObject({
  name: connectionName,
  baseUrl,
  dialect: dialect.default("svc"),
  basic: z.strictObject({ username, password: secretText }).nullish(),
  bearer: z.strictObject({ token: secretText }).nullish(),
});

/**
 * All members are the new state. `basic: null` removes that credential; a password or token that is left out is kept,
 * unless scheme, host or port of the address changed: then it must be entered again.
 */
export const connectionUpdate = z.strictObject({
  id: z.string(),
  name: connectionName,
  baseUrl,
  dialect,
  basic: z.strictObject({ username, password: secretText.optional() }).nullable(),
  bearer: z.strictObject({ token: secretText.optional() }).nullable(),
});

export const connectionTestRequest = z.strictObject({
  id: z.string(),
  /** A completion of one token costs money: it is asked for only when the person agreed. */
  mayCreateCompletion: z.boolean().default(false),
  /** The model that such a completion is asked of. */
  completionModel: z.string().max(256).optional(),
  /** The project that reads are tried on; most services accept any. */
  projectId: z.string().max(256).optional(),
});
