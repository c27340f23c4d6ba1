import { z } from "zod";
import { keyScopes } from "@/lib/api/contract/operation/key-scopes";

/** A project that a key may be limited to: `entity/project`. */
const limitedProject = z.string().regex(/^[^/\s]+\/[^/\s]+$/, { error: "Enter the project as entity/project" });

export const MAX_KEY_NAME_LENGTH = 128;

const keyName = z
  .string()
  .trim()
  .min(1, { error: "Enter a name" })
  .max(MAX_KEY_NAME_LENGTH, { error: `At most ${MAX_KEY_NAME_LENGTH} characters` });

/** At least one: a key without any permission is a mistake. */
export const keyProjects = z.array(limitedProject).min(1).max(1_000);

/** At least one, for the same reason. */
const keyScopeList = z.array(z.enum(keyScopes)).min(1, { error: "Choose at least one permission" });

/** The offered lifetimes of a key; null until it is revoked. */
export const KEY_LIFETIMES_DAYS = [7, 30, 90, 365, null] as const;

/** A key in the service's list: everything except the key itself. Times are ISO 8601 in UTC. */
export const keyRecord = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Written as `svc_user_id` to everything that is stored with the key. */
  user_id: z.string(),
  /** Null for all. */
  projects: z.array(z.string()).nullish(),
  scopes: z.array(z.string()).nullish().describe("Null for all."),
  created_at: z.string(),
  last_used_at: z.string().nullish(),
  expires_at: z.string().nullish().describe("Null for a key that does not expire."),
  revoked_at: z.string().nullish(),
});

export const keysListResult = z.looseObject({ keys: z.array(keyRecord) });

export const keyCreate = z.object({
  name: keyName,
  projects: keyProjects.nullish(),
  scopes: keyScopeList.nullish().describe("What the key may do; null for everything."),
  expires_at: z.iso.datetime().nullish().describe("In the future; null for a key that does not expire."),
});

/** The only response that contains the key itself. */
export const keyCreateResult = keyRecord.extend({ key: z.string() });

export const keyRevoke = z.object({ id: z.string().min(1).max(64) });

/** A key of the embedded service as the dashboard's pages show it. */
export const serviceKey = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  /** Name of the user who created it here; null for keys from the command line and of deleted users. */
  ownerName: z.string().nullable(),
  /** Whether the current user may revoke it: their own key, or any for an admin. */
  isRevocable: z.boolean(),
  projects: z.array(z.string()).nullable(),
  scopes: z.array(z.string()).nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

export const serviceKeyCreate = z.strictObject({
  name: keyName,
  projects: keyProjects.nullable().default(null),
  scopes: keyScopeList.nullable().default(null),
  lifetimeDays: z.literal([...KEY_LIFETIMES_DAYS]).default(null),
});

/** `key` is shown only once. */
export const serviceKeyCreated = serviceKey.extend({ key: z.string() });
