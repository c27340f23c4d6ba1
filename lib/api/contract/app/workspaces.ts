import { z } from "zod";
import { roles } from "@/lib/api/contract/operation/app-operation";

/** The dashboard's own first path segments: a workspace with such a name could not be reached. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "health",
  "oauth",
  "settings",
  "share",
  "set-up",
  "sign-in",
  "fonts",
  "_next",
]);

/** Used in the URL instead of a connection and a project. */
const slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: "Lower-case letters, digits and single hyphens" })
  .refine((text) => !reservedSlugs.has(text), { error: "This name is reserved for a page of the dashboard" });

export const workspace = z.object({
  id: z.string(),
  slug: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  projectId: z.string(),
  createdAt: z.string(),
  /** True where the connection's service is known to tell sources of calls apart; what is not known counts as no. */
  knowsSources: z.boolean().optional(),
  /** The current user's role in it; absent where it is the one of the instance. */
  role: z.enum(roles).optional(),
});

/** A project name: `entity/project`. */
export const projectName = z
  .string()
  .trim()
  .regex(/^[^/\p{Cc}]{1,128}\/[^/\p{Cc}]{1,128}$/u, {
    error: "Enter the project as entity/project",
  });

export const workspaceCreate = z.strictObject({
  connectionId: z.string(),
  projectId: projectName,
  /** Defaults to the project name. */
  slug: slug.optional(),
});

export const workspaceUpdate = z.strictObject({ id: z.string(), slug });

/** A project that the connection's credential can see. */
export const availableProject = z.object({
  projectId: z.string(),
  callCount: z.number().int().nullable(),
  lastCallAt: z.string().nullable(),
  /** The existing workspace of the project. */
  workspaceSlug: z.string().nullable(),
});
