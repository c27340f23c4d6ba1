import type { z } from "zod";
import type { Effect } from "./effect";

/** A user's role: a viewer reads, a member also writes, an admin also manages connections and users. */
export const roles = ["viewer", "member", "admin"] as const;

export type Role = (typeof roles)[number];

/** What a user may be in one workspace, in place of the role of the instance. `none`: the workspace does not exist for them. */
export const workspaceRoles = [...roles, "none"] as const;

export type WorkspaceRole = (typeof workspaceRoles)[number];

/** One row of the app's own table: operations on the dashboard's data, not on a service. Always POST with JSON. */
export interface AppOperation {
  readonly id: string;
  readonly summary: string;
  readonly effect: Effect;
  /** The least role that may call it; `anyone` needs no session. */
  readonly role: Role | "anyone";
  /**
   * The member of the input that names a workspace by its id, or (`project_id`) a project of the embedded service. The
   * role is then the user's role there.
   */
  readonly workspaceIn?: "id" | "workspaceId" | "project_id";
  readonly input: z.ZodType;
  /** Maximum bytes of the input's text, where the usual quarter of a megabyte is too small. */
  readonly inputMaxBytes?: number;
  readonly result: z.ZodType;
}
