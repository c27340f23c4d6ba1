import { z } from "zod";
import { defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { workspaceMember, workspaceMemberChange } from "./workspace-members";

export const workspaceMemberOperations = {
  "workspaceMembers.list": defineAppOperation({
    id: "workspaceMembers.list",
    summary: "Lists all users with their roles in a workspace.",
    effect: "read",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: z.strictObject({ workspaceId: z.string() }),
    result: z.object({ members: z.array(workspaceMember) }),
  }),
  "workspaceMembers.setRole": defineAppOperation({
    id: "workspaceMembers.setRole",
    summary:
      "Gives a user a role in one workspace, or no access, effective from the next request. Keys that reach further are revoked.",
    effect: "write",
    role: "admin",
    workspaceIn: "workspaceId",
    input: workspaceMemberChange,
    /** Null when the embedded service could not be reached: the user's keys are then still valid. */
    result: z.object({ revokedKeyCount: z.number().int().nullable() }),
  }),
};
