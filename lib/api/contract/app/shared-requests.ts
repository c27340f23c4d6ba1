import { z } from "zod";

/** A draft of the playground with its pictures; more than this is a matter for a file. */
export const MAX_SHARED_DRAFT_CHARACTERS = 4_000_000;

/** A request of the playground, kept so that a link can stand for it. */
export const sharedRequestCreate = z.strictObject({
  workspaceId: z.string(),
  /** The draft as the playground writes it, as JSON text: the dashboard hands it back and does not look into it. */
  draft: z.string().min(2).max(MAX_SHARED_DRAFT_CHARACTERS),
});

export const sharedRequest = z.object({
  workspaceId: z.string(),
  draft: z.string(),
  ownerName: z.string(),
  createdAt: z.string(),
});
