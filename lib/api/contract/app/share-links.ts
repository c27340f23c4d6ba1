import { z } from "zod";

/** The choices of a link's lifetime, in days: every link ends. */
export const SHARE_LIFETIMES_DAYS = [1, 7, 30, 90] as const;

const MAX_SHARE_LIFETIME_DAYS = 365;
const MAX_TARGET_ID_LENGTH = 1024;
const MAX_TITLE_LENGTH = 200;

/** The content of a link: the calls of one trace, or those of one thread. */
const sharedKind = z.enum(["trace", "thread"]);

export type SharedKind = z.infer<typeof sharedKind>;

/** A link that shows one trace or thread without sign-in, without the secret part of its address. */
export const shareLink = z.object({
  id: z.string(),
  kind: sharedKind,
  /** Id of the trace or thread. */
  targetId: z.string(),
  title: z.string(),
  workspaceId: z.string(),
  workspaceSlug: z.string(),
  ownerId: z.string(),
  ownerName: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  lastOpenedAt: z.string().nullable(),
  openCount: z.number().int(),
  /** Whether the current user may revoke it: their own link, or any for an admin. */
  isRevocable: z.boolean(),
});

/** Whether links to traces and threads of a workspace may exist. */
export const sharingWorkspace = z.object({ id: z.string(), slug: z.string(), isSharingAllowed: z.boolean() });

export const shareLinkCreate = z.strictObject({
  workspaceId: z.string(),
  kind: sharedKind,
  targetId: z.string().min(1).max(MAX_TARGET_ID_LENGTH),
  /** Name of the trace or thread, for the list of links. */
  title: z
    .string()
    .trim()
    .min(1)
    .transform((title) => title.slice(0, MAX_TITLE_LENGTH)),
  lifetimeDays: z.number().int().min(1).max(MAX_SHARE_LIFETIME_DAYS).default(7),
});

/** The only response that contains the address. */
export const shareLinkCreated = shareLink.extend({ url: z.string() });

export const sharingChange = z.strictObject({ workspaceId: z.string(), isAllowed: z.boolean() });
