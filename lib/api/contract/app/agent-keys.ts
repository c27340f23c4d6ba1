import { z } from "zod";

export const MAX_AGENT_KEY_NAME_LENGTH = 128;

/** The choices of a key's lifetime, in days; null for a key that is valid until it is revoked. */
export const AGENT_KEY_LIFETIMES_DAYS = [7, 30, 90, 365, null] as const;

/** `read` reads only; `write` may also do what a member may through an agent: add scores, notes, tags and rows, and run models, which is billed. */
export const agentAccess = z.enum(["read", "write"]);

export type AgentAccess = z.infer<typeof agentAccess>;

/** A key with which agents and the command line read the dashboard, without the key itself. Times are ISO 8601 in UTC. */
export const agentKey = z.object({
  id: z.string(),
  name: z.string(),
  access: agentAccess,
  ownerId: z.string(),
  ownerName: z.string(),
  /** The only workspace that it may read; null for all. */
  workspaceId: z.string().nullable(),
  workspaceSlug: z.string().nullable(),
  /** Whether the current user may revoke it: their own key, or any for an admin. */
  isRevocable: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

export const agentKeyCreate = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: "Enter a name" })
    .max(MAX_AGENT_KEY_NAME_LENGTH, { error: `At most ${MAX_AGENT_KEY_NAME_LENGTH} characters` }),
  access: agentAccess.default("read"),
  workspaceId: z.string().nullable().default(null),
  lifetimeDays: z.number().int().min(1).max(3650).nullable().default(90),
});

/** The only response that contains the key itself. */
export const agentKeyCreated = agentKey.extend({ key: z.string() });
