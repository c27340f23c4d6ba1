import { z } from "zod";
import { byId, defineAppOperation, emptyInput } from "@/lib/api/contract/operation/app-operation-row";
import { agentKey, agentKeyCreate, agentKeyCreated } from "./agent-keys";

export const agentKeyOperations = {
  "agentKeys.list": defineAppOperation({
    id: "agentKeys.list",
    summary: "Lists the user's keys for agents, or everyone's for an admin, active ones first, without the keys.",
    effect: "read",
    role: "viewer",
    input: emptyInput,
    result: z.object({ keys: z.array(agentKey) }),
  }),
  "agentKeys.create": defineAppOperation({
    id: "agentKeys.create",
    summary: "Creates a key for agents that acts as the user; only this response contains it.",
    effect: "write",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: agentKeyCreate,
    result: agentKeyCreated,
  }),
  "agentKeys.revoke": defineAppOperation({
    id: "agentKeys.revoke",
    summary: "Revokes a key for agents, effective from its next request: the user's own, or any for an admin.",
    effect: "write",
    role: "viewer",
    input: byId,
    result: z.object({ key: agentKey }),
  }),
};
