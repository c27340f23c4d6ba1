import { z } from "zod";

/** Maximum size of a playground draft with its images; larger drafts belong in a file. */
export const MAX_SHARED_DRAFT_CHARACTERS = 4_000_000;

/** A playground request that is stored so that it can be shared by a link. */
export const sharedRequestCreate = z.strictObject({
  workspaceId: z.string(),
  /** The draft as the playground writes it, as JSON text: the dashboard returns it without reading it. */
  draft: z.string().min(2).max(MAX_SHARED_DRAFT_CHARACTERS),
});

export const sharedRequest = z.object({
  workspaceId: z.string(),
  draft: z.string(),
  ownerName: z.string(),
  createdAt: z.string(),
});
