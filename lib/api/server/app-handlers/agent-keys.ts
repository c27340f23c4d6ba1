import type { z } from "zod";
import type { agentKey } from "@/lib/api/contract/app/agent-keys";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { generateAgentKey } from "@/lib/auth/agent-key";
import { hasRole } from "@/lib/auth/roles";
import { requireRole } from "@/lib/auth/session";
import { visibleSlug } from "@/lib/auth/workspace-roles";
import {
  type AgentKey,
  countActiveAgentKeys,
  findAgentKey,
  insertAgentKey,
  listAgentKeys,
  revokeAgentKey as revoke,
} from "@/lib/database/agent-keys";
import type { AppDatabase } from "@/lib/database/app-database";
import { findWorkspace } from "@/lib/database/workspaces";
import { type AppCall, type AppHandler, audited, inputFailed, signedIn } from "./app-call";

const MAX_ACTIVE_KEYS_PER_USER = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

function toListedKey(key: AgentKey, call: AppCall): z.infer<typeof agentKey> {
  const { user } = signedIn(call);
  const isOwn = key.ownerId === user.id;
  const isRevocable = key.revokedAt === null && (isOwn || hasRole(user.role, "admin"));
  return { ...key, workspaceSlug: visibleSlug(user, key), isRevocable };
}

function noSuchKey(): RequestFailedError {
  const message = "This key does not exist, or it belongs to another user.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "key" });
}

async function requireKey(database: AppDatabase, id: string): Promise<AgentKey> {
  const key = await findAgentKey(database, id);
  if (!key) throw noSuchKey();
  return key;
}

export const listKeysForAgents: AppHandler<"agentKeys.list"> = async (_input, call) => {
  const { user } = signedIn(call);
  const keys = await listAgentKeys(call.dashboard.database, hasRole(user.role, "admin") ? null : user.id);
  return { keys: keys.map((key) => toListedKey(key, call)) };
};

export const createAgentKey: AppHandler<"agentKeys.create"> = async (input, call) => {
  const session = signedIn(call);
  const ownerId = session.user.id;
  if (input.access === "write") requireRole(session, "member", call.role);
  const key = generateAgentKey();
  const target = `${input.name} (${input.access})`;
  const stored = await audited(call, "agent-key.created", target, async (database, now) => {
    if (input.workspaceId !== null && !(await findWorkspace(database, input.workspaceId))) {
      throw inputFailed(["workspaceId"], "Workspace not found", "missing");
    }
    if ((await countActiveAgentKeys(database, ownerId, now)) >= MAX_ACTIVE_KEYS_PER_USER) {
      throw inputFailed([], `You have ${MAX_ACTIVE_KEYS_PER_USER} active keys. Revoke one first.`, "too_many");
    }
    const { name, access, workspaceId, lifetimeDays } = input;
    const expiresAt = lifetimeDays === null ? null : new Date(now.getTime() + lifetimeDays * DAY_MS).toISOString();
    const id = await insertAgentKey(database, key, { name, access, ownerId, workspaceId, expiresAt }, now);
    return await requireKey(database, id);
  });
  return { ...toListedKey(stored, call), key };
};

export const revokeKeyForAgents: AppHandler<"agentKeys.revoke"> = async ({ id }, call) => {
  const { user } = signedIn(call);
  const key = await requireKey(call.dashboard.database, id);
  // The same answer as for an unknown id: other users' keys are not listed either.
  if (key.ownerId !== user.id && !hasRole(user.role, "admin")) throw noSuchKey();
  const revoked = await audited(call, "agent-key.revoked", key.name, async (database, now) => {
    await revoke(database, id, now);
    return await requireKey(database, id);
  });
  return { key: toListedKey(revoked, call) };
};
