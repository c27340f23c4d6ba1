import { z } from "zod";
import { type KeyScope, keyScopes } from "@/lib/api/contract/operation/key-scopes";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { apiKeyDigest, generateApiKey } from "./api-key";

/** A key as lists show it, without the secret. Times are ISO 8601 in UTC. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly userId: string;
  /** The projects the key is limited to, or null for all. */
  readonly projects: readonly string[] | null;
  /** What the key may do, or null for everything. */
  readonly scopes: readonly KeyScope[] | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** Time from which the key is refused; null for never. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface NewApiKey {
  readonly name: string;
  /** Written as `svc_user_id`; defaults to the name. */
  readonly userId?: string;
  readonly projects?: readonly string[] | null;
  readonly scopes?: readonly string[] | null;
  /** ISO 8601, in the future. */
  readonly expiresAt?: string | null;
}

/** An invalid request about a key; the message gives the reason. */
export class ApiKeyError extends Error {
  override readonly name = "ApiKeyError";
}

const label = z.string().trim().min(1).max(128);
const projectList = z
  .array(z.string().regex(/^[^/\s]+\/[^/\s]+$/))
  .min(1)
  .max(1_000);

const scopeList = z.array(z.enum(keyScopes)).min(1);

/**
 * Creates a key. Only this result contains it in clear text.
 *
 * @throws ApiKeyError when the name, the user, a project, a scope or the time of expiry is invalid.
 */
export async function createApiKey(
  state: ServiceState,
  { name, userId = name, projects = null, scopes = null, expiresAt = null }: NewApiKey,
  now = new Date(),
): Promise<ApiKey & { readonly key: string }> {
  const { id, key } = generateApiKey();
  const row: StateSchema["api_key"] = {
    id,
    name: checkLabel(name, "name"),
    user_id: checkLabel(userId, "user"),
    digest: apiKeyDigest(key),
    projects: projectsText(projects),
    scopes: scopesText(scopes),
    created_at: now.toISOString(),
    last_used_at: null,
    expires_at: checkExpiry(expiresAt, now),
    revoked_at: null,
  };
  await state.insertInto("api_key").values(row).execute();
  return { ...present(row), key };
}

/** All keys, including revoked ones, oldest first. */
export async function listApiKeys(state: ServiceState): Promise<ApiKey[]> {
  const rows = await state.selectFrom("api_key").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(present);
}

/**
 * Revokes a key immediately: the next request with it is refused. Revoking it again changes nothing.
 *
 * @throws ApiKeyError when no key has this id.
 */
export async function revokeApiKey(state: ServiceState, id: string): Promise<ApiKey> {
  await state
    .updateTable("api_key")
    .set({ revoked_at: new Date().toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
  return await readApiKey(state, id);
}

/**
 * Limits a key to projects; null allows all projects.
 *
 * @throws ApiKeyError when no key has this id, or a project is not written entity/project.
 */
export async function limitApiKey(
  state: ServiceState,
  id: string,
  projects: readonly string[] | null,
): Promise<ApiKey> {
  await state
    .updateTable("api_key")
    .set({ projects: projectsText(projects) })
    .where("id", "=", id)
    .execute();
  return await readApiKey(state, id);
}

/** Creates a key if none was ever created; returns undefined at every later start. */
export async function ensureFirstApiKey(state: ServiceState): Promise<string | undefined> {
  // Of several services that start at once, one creates it.
  return await state.transaction().execute(async (transaction) => {
    const any = await transaction.selectFrom("api_key").select("id").limit(1).executeTakeFirst();
    return any === undefined ? (await createApiKey(transaction, { name: "first-key" })).key : undefined;
  });
}

async function readApiKey(state: ServiceState, id: string): Promise<ApiKey> {
  const row = await state.selectFrom("api_key").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ApiKeyError(`No API key with the id ${JSON.stringify(id)}.`);
  return present(row);
}

function checkLabel(text: string, what: string): string {
  const checked = label.safeParse(text);
  if (!checked.success) throw new ApiKeyError(`The ${what} of a key must have 1 to 128 characters.`);
  return checked.data;
}

function projectsText(projects: readonly string[] | null): string | null {
  if (projects === null) return null;
  const checked = projectList.safeParse(projects);
  if (!checked.success) throw new ApiKeyError("Write projects as entity/project, and name at least one.");
  return JSON.stringify([...new Set(checked.data)]);
}

function scopesText(scopes: readonly string[] | null): string | null {
  if (scopes === null) return null;
  const checked = scopeList.safeParse(scopes);
  if (!checked.success) throw new ApiKeyError(`Name at least one scope of ${keyScopes.join(", ")}.`);
  return JSON.stringify(keyScopes.filter((scope) => checked.data.includes(scope)));
}

/** @returns the time in the form of all times in this table */
function checkExpiry(expiresAt: string | null, now: Date): string | null {
  if (expiresAt === null) return null;
  const timeMs = Date.parse(expiresAt);
  if (!(timeMs > now.getTime())) throw new ApiKeyError("A key must expire in the future.");
  return new Date(timeMs).toISOString();
}

/** The scopes of a row that this file wrote. */
export function parseScopes(text: string | null): readonly KeyScope[] | null {
  return text === null ? null : scopeList.parse(JSON.parse(text));
}

/** The projects of a row that this file wrote. */
export function parseProjects(text: string | null): readonly string[] | null {
  return text === null ? null : projectList.parse(JSON.parse(text));
}

function present(row: StateSchema["api_key"]): ApiKey {
  return {
    id: row.id,
    name: row.name,
    userId: row.user_id,
    projects: parseProjects(row.projects),
    scopes: parseScopes(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
