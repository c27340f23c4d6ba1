import { z } from "zod";
import { byId, defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { MAX_SHARED_DRAFT_CHARACTERS, sharedRequest, sharedRequestCreate } from "./shared-requests";

export const playgroundOperations = {
  "sharedRequests.create": defineAppOperation({
    id: "sharedRequests.create",
    summary: "Keeps a request of the playground, so that a link can stand for it.",
    effect: "write",
    role: "member",
    input: sharedRequestCreate,
    // A character is at most three bytes, and escaped ones are six.
    inputMaxBytes: 3 * MAX_SHARED_DRAFT_CHARACTERS,
    result: z.object({ id: z.string() }),
  }),
  "sharedRequests.read": defineAppOperation({
    id: "sharedRequests.read",
    summary: "A request that somebody shared by its link.",
    effect: "read",
    role: "viewer",
    input: byId,
    result: sharedRequest,
  }),
} as const;
