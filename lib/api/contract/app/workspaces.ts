import { z } from "zod";

/** Names of the dashboard's own first path segments: a workspace of that name could not be reached. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "health",
  "settings",
  "set-up",
  "sign-in",
  "fonts",
  "_next",
]);

/** Stands in the URL in place of a connection and a project. */
const slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: "Lower-case letters, digits and single hyphens" })
  .refine((text) => !reservedSlugs.has(text), { error: "This name is one of the dashboard's own addresses" });

export const workspace = z.object({
  id: z.string(),
  slug: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  projectId: z.string(),
  createdAt: z.string(),
});

/** A project as people name it: `entity/project`. */
export const projectName = z
  .string()
  .trim()
  .regex(/^[^/\p{Cc}]{1,128}\/[^/\p{Cc}]{1,128}$/u, {
    error: "An entity and a project with one slash between: entity/project",
  });

export const workspaceCreate = z.strictObject({
  connectionId: z.string(),
  projectId: projectName,
  /** Made from the project's name when left out. */
  slug: slug.optional(),
});

export const workspaceUpdate = z.strictObject({ id: z.string(), slug });

/** A project that the connection's credential sees. */
export const availableProject = z.object({
  projectId: z.string(),
  callCount: z.number().int().nullable(),
  lastCallAt: z.string().nullable(),
  /** The workspace that already stands for it. */
  workspaceSlug: z.string().nullable(),
});
