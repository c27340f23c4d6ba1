import { z } from "zod";

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

/** A key in the service's list: everything except the key itself. Times are ISO 8601 in UTC. */
export const keyRecord = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Written as `svc_user_id` to everything that is stored with the key. */
  user_id: z.string(),
  /** Null for all. */
  projects: z.array(z.string()).nullish(),
  created_at: z.string(),
  last_used_at: z.string().nullish(),
  revoked_at: z.string().nullish(),
});

export const keysListResult = z.looseObject({ keys: z.array(keyRecord) });

export const keyCreate = z.object({ name: keyName, projects: keyProjects.nullish() });

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
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

export const serviceKeyCreate = z.strictObject({ name: keyName, projects: keyProjects.nullable().default(null) });

/** `key` is shown only once. */
export const serviceKeyCreated = serviceKey.extend({ key: z.string() });
