import { z } from "zod";
import { byId, defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { MAX_SHARED_DRAFT_CHARACTERS, sharedRequest, sharedRequestCreate } from "./shared-requests";

export const playgroundOperations = {
  "sharedRequests.create": defineAppOperation({
    id: "sharedRequests.create",
    summary: "Stores a playground request, so that it can be shared by a link.",
    effect: "write",
    role: "member",
    workspaceIn: "workspaceId",
    input: sharedRequestCreate,
    // A character is at most three bytes, and an escaped one six.
    inputMaxBytes: 3 * MAX_SHARED_DRAFT_CHARACTERS,
    result: z.object({ id: z.string() }),
  }),
  "sharedRequests.read": defineAppOperation({
    id: "sharedRequests.read",
    summary: "Returns a shared playground request.",
    effect: "read",
    role: "viewer",
    input: byId,
    result: sharedRequest,
  }),
} as const;
