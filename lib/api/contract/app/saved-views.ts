import { z } from "zod";
import { MAX_VIEW_NAME_LENGTH } from "./view-name-length";

/** A list page of a workspace, as in its address: `traces`. */
const pageId = z.string().regex(/^[a-z][a-z-]{0,31}$/, { error: "A page name as in its address" });

const viewName = z
  .string()
  .trim()
  .min(1, { error: "Enter a name" })
  .max(MAX_VIEW_NAME_LENGTH, { error: `At most ${MAX_VIEW_NAME_LENGTH} characters` });

/** The query string of an address without its question mark; never a path or another site. */
const viewQuery = z
  .string()
  .max(4096)
  .regex(/^[^?#\s]*$/, { error: "The query string of an address" });

export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** True when it is the current user's default view of the page. */
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
