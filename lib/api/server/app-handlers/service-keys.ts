import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { keyRecord, serviceKey } from "@/lib/api/contract/admin/service-keys";
import { keyCreateResult, keyRecord as keyRecordSchema, keysListResult } from "@/lib/api/contract/admin/service-keys";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { LOCAL_CONNECTION_ID, localTarget } from "@/lib/api/server/upstream/service-target";
import type { LostWriting } from "@/lib/auth/apply-claimed-roles";
import { hasRole } from "@/lib/auth/roles";
import { requireRole } from "@/lib/auth/session";
import { highestRole, lowestRole, roleInProject } from "@/lib/auth/workspace-roles";
import { recordAudit } from "@/lib/database/audit";
import { namesOfPeople, type User } from "@/lib/database/users";
import { type AppCall, type AppHandler, inputFailed, recordChange, signedIn } from "./app-call";

type KeyRecord = z.infer<typeof keyRecord>;
type ServiceKey = z.infer<typeof serviceKey>;

const DAY_MS = 86_400_000;

/** Calls the embedded service on behalf of the current user. */
async function requestKeys<Schema extends z.ZodType>(
  call: AppCall,
  operation: "keys.list" | "keys.create" | "keys.revoke",
  schema: Schema,
  body?: unknown,
): Promise<z.output<Schema>> {
  return await requestKeysAs(call, signedIn(call).user.id, operation, schema, body);
}

async function requestKeysAs<Schema extends z.ZodType>(
  call: Pick<AppCall, "dashboard" | "requestId" | "signal">,
  userId: string,
  operation: "keys.list" | "keys.create" | "keys.revoke",
  schema: Schema,
  body?: unknown,
): Promise<z.output<Schema>> {
  const { dashboard } = call;
  const target = localTarget(dashboard.environment);
  const question = { operation, target, userId, ...(body === undefined ? {} : { body }) };
  return await requestJson(dashboard, question, schema, call);
}

function isRevocable(record: KeyRecord, call: AppCall): boolean {
  const { user } = signedIn(call);
  return !record.revoked_at && (hasRole(user.role, "admin") || record.user_id === user.id);
}

/** The projects of a key that exist for the user; null for all projects. */
function visibleProjects({ projects }: KeyRecord, call: AppCall): string[] | null {
  const { user } = signedIn(call);
  return projects?.filter((project) => roleInProject(user, LOCAL_CONNECTION_ID, project) !== null) ?? null;
}

/** The user's own keys, which can be revoked, and those of others for projects that exist for the user. */
function isListed(record: KeyRecord, call: AppCall): boolean {
  return record.user_id === signedIn(call).user.id || visibleProjects(record, call)?.length !== 0;
}

function toServiceKey(record: KeyRecord, names: ReadonlyMap<string, string>, call: AppCall): ServiceKey {
  return {
    id: record.id,
    name: record.name,
    userId: record.user_id,
    ownerName: names.get(record.user_id) ?? null,
    isRevocable: isRevocable(record, call),
    projects: visibleProjects(record, call),
    scopes: record.scopes ?? null,
    createdAt: record.created_at,
    lastUsedAt: record.last_used_at ?? null,
    expiresAt: record.expires_at ?? null,
    revokedAt: record.revoked_at ?? null,
  };
}

/** Newest first, active keys before revoked ones. */
function inOrder(left: KeyRecord, right: KeyRecord): number {
  const byState = Number(Boolean(left.revoked_at)) - Number(Boolean(right.revoked_at));
  return byState || right.created_at.localeCompare(left.created_at);
}

export const listServiceKeys: AppHandler<"serviceKeys.list"> = async (_input, call) => {
  const [{ keys }, names] = await Promise.all([
    requestKeys(call, "keys.list", keysListResult),
    namesOfPeople(call.dashboard.database),
  ]);
  const listed = keys.filter((record) => isListed(record, call)).sort(inOrder);
  return { keys: listed.map((record) => toServiceKey(record, names, call)) };
};

/** Keys store calls, so a key needs the role member in each project that it reaches. */
function requireKeyRole(call: AppCall, projects: readonly string[] | null): void {
  const session = signedIn(call);
  const { user } = session;
  if (projects === null) {
    requireRole(session, "member", highestRole(user));
    if (hasRole(lowestRole(user, LOCAL_CONNECTION_ID), "member")) return;
    throw inputFailed(["projects"], "Name the projects of the key: you are not a member in all of them", "role");
  }
  for (const project of projects) {
    requireRole(session, "member", roleInProject(user, LOCAL_CONNECTION_ID, project) ?? "viewer");
  }
}

/** A key whose creation cannot be recorded is not returned, so no one ever sees it. */
export const createServiceKey: AppHandler<"serviceKeys.create"> = async ({ lifetimeDays, ...input }, call) => {
  requireKeyRole(call, input.projects ?? null);
  const nowMs = call.dashboard.now().getTime();
  const expiresAt = lifetimeDays === null ? null : new Date(nowMs + lifetimeDays * DAY_MS).toISOString();
  const record = await requestKeys(call, "keys.create", keyCreateResult, { ...input, expires_at: expiresAt });
  await recordChange(call, "key.created", `${record.id} ${record.name}`);
  return { ...toServiceKey(record, await namesOfPeople(call.dashboard.database), call), key: record.key };
};

function notOwnKey(): RequestFailedError {
  const message = "This key belongs to another user; its owner or an admin can revoke it.";
  return new RequestFailedError({ httpStatus: 403, kind: "forbidden", message, reason: "role" });
}

async function requireOwnKey(call: AppCall, id: string): Promise<void> {
  if (hasRole(signedIn(call).user.role, "admin")) return;
  const { keys } = await requestKeys(call, "keys.list", keysListResult);
  const key = keys.find((record) => record.id === id);
  if (key && key.user_id !== signedIn(call).user.id) throw notOwnKey();
}

export const revokeServiceKey: AppHandler<"serviceKeys.revoke"> = async ({ id }, call) => {
  await requireOwnKey(call, id);
  const record = await requestKeys(call, "keys.revoke", keyRecordSchema, { id });
  await recordChange(call, "key.revoked", `${record.id} ${record.name}`);
  return { key: toServiceKey(record, await namesOfPeople(call.dashboard.database), call) };
};

/**
 * Revokes every active key of a user who may no longer have one, or those that reach a project; null when the service
 * could not be reached.
 */
export async function revokeKeysOf(call: AppCall, userId: string, projectId?: string): Promise<number | null> {
  const reaches = ({ projects }: KeyRecord) =>
    projectId === undefined || projects == null || projects.includes(projectId);
  try {
    const { keys } = await requestKeys(call, "keys.list", keysListResult);
    const live = keys.filter((record) => record.user_id === userId && !record.revoked_at && reaches(record));
    for (const { id, name } of live) {
      await requestKeys(call, "keys.revoke", keyRecordSchema, { id });
      await recordChange(call, "key.revoked", `${id} ${name}`);
    }
    return live.length;
  } catch (error) {
    // The user is already deleted; the page reports that keys may remain.
    if (error instanceof RequestFailedError) return null;
    throw error;
  }
}

/**
 * Revokes the keys of a user whom the sign-in provider took a role from. The log says which, or that the service did not
 * respond and they remain.
 */
export async function revokeKeysAfterSignIn(dashboard: Dashboard, user: User, lost: LostWriting): Promise<void> {
  if (lost !== "everywhere" && lost.connectionId !== LOCAL_CONNECTION_ID) return;
  const call = { dashboard, requestId: randomUUID(), signal: new AbortController().signal };
  const note = (target: string, isAllowed: boolean) =>
    recordAudit(
      dashboard.database,
      { event: "key.revoked", actorId: null, target, isAllowed, requestId: call.requestId },
      dashboard.now(),
    );
  try {
    const { keys } = await requestKeysAs(call, user.id, "keys.list", keysListResult);
    const reaches = ({ projects }: KeyRecord) =>
      lost === "everywhere" || projects == null || projects.includes(lost.projectId);
    for (const { id, name, user_id, revoked_at } of keys.filter(reaches)) {
      if (user_id !== user.id || revoked_at) continue;
      await requestKeysAs(call, user.id, "keys.revoke", keyRecordSchema, { id });
      await note(`${id} ${name}`, true);
    }
  } catch (error) {
    if (!(error instanceof RequestFailedError)) throw error;
    await note(`keys of ${user.email}: the service does not respond, they remain`, false);
  }
}
