import { z } from "zod";
import { diskState } from "@/lib/api/contract/admin/disk-state";

/** The reason of a change that is refused because another one came before it. */
export const CHANGED_MEANWHILE = "changed-meanwhile";

/** Strict for user input: an unknown member is a mistake, not an extension. */
const connectionName = z.string().trim().min(1).max(80);

const baseUrl = z.string().trim().min(1).max(2048);

const dialect = z.enum(["svc", "wb"]);

const username = z.string().min(1).max(256);

/** A credential goes into a header: printable, without line breaks. Stored exactly as typed. */
const secretText = z
  .string()
  .min(1)
  .max(8192)
  .refine((text) => !/\p{Cc}/u.test(text), { error: "Control characters are not allowed" });

/** The result of an operation in a connection test. */
const operationSupport = z.enum([
  /** It responded; or it was found, and a credential of its kind is accepted. */
  "supported",
  /** It exists, but the stored credential may not use it. */
  "refused",
  /** The service does not have it. */
  "missing",
  /** Unknown: it failed or was not tested. */
  "unknown",
]);

export const operationTest = z.object({
  operation: z.string(),
  support: operationSupport,
  /** Status that the service returned; null when it did not respond or was not called. */
  status: z.number().int().nullable(),
  latencyMs: z.number().nullable(),
  /** A short phrase for the table: "404, not found", "found, not run: it writes data". */
  note: z.string(),
});

export const connectionTest = z.object({
  testedAt: z.string(),
  durationMs: z.number(),
  /** True where the service said that its calls have a source; absent in tests of earlier versions. */
  knowsSources: z.boolean().optional(),
  /** The thirteen operations of the interface first, then the extensions. */
  operations: z.array(operationTest),
});

/** Whether a service responds at this moment. */
export const connectionHealth = z.object({
  isUp: z.boolean(),
  /** Why it counts as down, as a sentence without an address; null when it is up. */
  problem: z.string().nullable(),
  /** The space of the service's disk; null when it does not report it. */
  disk: diskState.nullable(),
  /** True while some of its results lack rows that cannot be read. */
  isDamaged: z.boolean(),
});

/** A connection as the browser sees it. No member can contain a secret. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  dialect,
  /** The embedded service: created automatically, not editable, without stored credentials. */
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
 * All other members describe the new state. `basic: null` removes that credential; an omitted password or token is kept,
 * unless scheme, host or port of the address changed: then it must be entered again.
 */
export const connectionUpdate = z.strictObject({
  id: z.string(),
  /** Of the settings that the change began with: a connection that was changed since is not replaced. */
  updatedAt: z.string(),
  name: connectionName,
  baseUrl,
  dialect,
  basic: z.strictObject({ username, password: secretText.optional() }).nullable(),
  bearer: z.strictObject({ token: secretText.optional() }).nullable(),
});

export const connectionTestRequest = z.strictObject({
  id: z.string(),
  /** A completion of one token is billed: it is requested only when the user agreed. */
  mayCreateCompletion: z.boolean().default(false),
  /** The model of that completion. */
  completionModel: z.string().max(256).optional(),
  /** The project that reads are tested with; most services accept any. */
  projectId: z.string().max(256).optional(),
});
