import { z } from "zod";

/** A list page of a workspace, as its address names it: `traces`. */
const pageId = z.string().regex(/^[a-z][a-z-]{0,31}$/, { error: "A page's part of the address" });

export const MAX_VIEW_NAME_LENGTH = 60;

const viewName = z
  .string()
  .trim()
  .min(1, { error: "A name" })
  .max(MAX_VIEW_NAME_LENGTH, { error: `At most ${MAX_VIEW_NAME_LENGTH} characters` });

/** The search part of an address without its question mark; never a path or another site. */
const viewQuery = z
  .string()
  .max(4096)
  .regex(/^[^?#\s]*$/, { error: "The search part of an address" });

export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** Whether the page opens with it, for the person who asks. */
  isDefault: z.boolean(),
});

/** A page of a workspace. */
export const viewPage = z.strictObject({ workspaceId: z.string(), page: pageId });

export const viewCreate = viewPage.extend({ name: viewName, query: viewQuery, isShared: z.boolean().default(false) });

export const viewUpdate = z.strictObject({
  id: z.string(),
  name: viewName.optional(),
  query: viewQuery.optional(),
  isShared: z.boolean().optional(),
});

export const viewDefault = viewPage.extend({ viewId: z.string().nullable() });
