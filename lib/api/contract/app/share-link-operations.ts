import { z } from "zod";
import { byId, defineAppOperation, emptyInput } from "@/lib/api/contract/operation/app-operation-row";
import { shareLink, shareLinkCreate, shareLinkCreated, sharingChange, sharingWorkspace } from "./share-links";

export const shareLinkOperations = {
  "shareLinks.list": defineAppOperation({
    id: "shareLinks.list",
    summary:
      "Lists the user's links to traces and threads, or everyone's for an admin, and the workspaces that allow them.",
    effect: "read",
    role: "viewer",
    input: emptyInput,
    result: z.object({ links: z.array(shareLink), workspaces: z.array(sharingWorkspace) }),
  }),
  "shareLinks.create": defineAppOperation({
    id: "shareLinks.create",
    summary: "Creates a link that shows one trace or thread without sign-in; only this response contains it.",
    effect: "write",
    role: "member",
    workspaceIn: "workspaceId",
    input: shareLinkCreate,
    result: shareLinkCreated,
  }),
  "shareLinks.revoke": defineAppOperation({
    id: "shareLinks.revoke",
    summary: "Revokes a link, effective at once: a member's own, or any for an admin of its workspace.",
    effect: "write",
    role: "viewer",
    input: byId,
    result: z.object({ link: shareLink }),
  }),
  "shareLinks.setAllowed": defineAppOperation({
    id: "shareLinks.setAllowed",
    summary: "Allows links to traces and threads of a workspace, or stops them: existing links then show nothing.",
    effect: "write",
    role: "admin",
    workspaceIn: "workspaceId",
    input: sharingChange,
    result: z.object({ workspace: sharingWorkspace }),
  }),
};
