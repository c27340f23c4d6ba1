import { z } from "zod";
import { workspaceRoles } from "@/lib/api/contract/operation/app-operation";
import { person } from "./people";

/** A user of the dashboard, with the role in one workspace; `role` is the one of the instance. */
export const workspaceMember = person.extend({
  /** The role that the user was given in the workspace; null for that of the instance. An admin of the instance keeps that one. */
  ownRole: z.enum(workspaceRoles).nullable(),
  isDisabled: z.boolean(),
});

export const workspaceMemberChange = z.strictObject({
  workspaceId: z.string(),
  userId: z.string(),
  /** Null for the role of the instance. */
  role: z.enum(workspaceRoles).nullable(),
});
