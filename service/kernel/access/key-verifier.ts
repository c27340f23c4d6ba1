import { timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { isPostgres } from "@/lib/postgres/database-kind";
import { type ServiceState, stateFile } from "@/service/kernel/state/open-state";
import { apiKeyDigest, apiKeyId } from "./api-key";
import { parseProjects, parseScopes } from "./api-keys";
import type { Identity, KeyVerifier } from "./identity";

/** The shortest time between two updates of a key's last use; every update is a disk write. */
const LAST_USED_WRITE_INTERVAL_MS = 60_000;

/** The longest time a lookup result is trusted, in case a change of the file goes unnoticed. */
const KEY_CACHE_MS = 5_000;

/** Time for which results from PostgreSQL are kept: a key that another process revokes is rejected after it. */
const SHARED_KEY_CACHE_MS = 1_000;
const MAX_CACHED_KEYS = 1_000;

export interface KeyVerifierOptions {
  readonly state: ServiceState;
  /** The folder `state` was opened in. */
  readonly dataFolder: string;
  /** HEDDLE_API_KEY, which is accepted in addition to the stored keys. */
  readonly environmentKey?: string | undefined;
  /** Called when the last use of a key could not be stored; its request is served anyway. */
  readonly onLastUsedWriteFailed: (error: unknown) => void;
  readonly now?: () => number;
}

/**
 * Finds the owner of a key among the stored keys.
 *
 * Reading the file takes about a millisecond, so results are kept until the file changes: every commit, including those
 * of other processes, changes the write-ahead log. A revoked key is therefore refused at its next request. With
 * PostgreSQL, results are kept for a second at most.
 */
export function createKeyVerifier(options: KeyVerifierOptions): KeyVerifier {
  const { state, dataFolder, environmentKey, onLastUsedWriteFailed: onMarkFailed, now = Date.now } = options;
  const environmentDigest = environmentKey === undefined ? undefined : apiKeyDigest(environmentKey);
  const log = `${stateFile(dataFolder)}-wal`;
  const changes = isPostgres(state) ? () => String(Math.floor(now() / SHARED_KEY_CACHE_MS)) : () => changesOf(log);
  const trusted = new LRUCache<string, FoundKey>({ max: MAX_CACHED_KEYS, ttl: KEY_CACHE_MS });
  const markedAt = new Map<string, number>();

  const mark = (id: string): void => {
    const at = now();
    if (at - (markedAt.get(id) ?? Number.NEGATIVE_INFINITY) < LAST_USED_WRITE_INTERVAL_MS) return;
    markedAt.set(id, at);
    state
      .updateTable("api_key")
      .set({ last_used_at: new Date(at).toISOString() })
      .where("id", "=", id)
      .execute()
      .catch(onMarkFailed);
  };

  const find = async (id: string, digest: Uint8Array): Promise<KeyOwner | null> => {
    const row = await state
      .selectFrom("api_key")
      .select(["name", "user_id", "digest", "projects", "scopes", "expires_at"])
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (row === undefined || !timingSafeEqual(digest, new Uint8Array(row.digest))) return null;
    const scopes = parseScopes(row.scopes);
    const identity: Identity = {
      userId: row.user_id,
      name: row.name,
      projects: parseProjects(row.projects),
      ...(scopes === null ? {} : { scopes }),
    };
    return { identity, expiresAtMs: row.expires_at === null ? null : Date.parse(row.expires_at) };
  };

  return {
    verify: async (key) => {
      const digest = apiKeyDigest(key);
      if (environmentDigest !== undefined && timingSafeEqual(digest, environmentDigest)) return ENVIRONMENT_IDENTITY;
      const id = apiKeyId(key);
      if (id === undefined) return null;
      // Read before the lookup, so that a later change invalidates the result.
      const stateMark = changes();
      const name = Buffer.from(digest).toString("base64");
      const known = trusted.get(name);
      const owner = known?.stateMark === stateMark ? known : await find(id, digest);
      if (owner === null) return null;
      const { identity, expiresAtMs } = owner;
      trusted.set(name, { identity, expiresAtMs, stateMark }, { noUpdateTTL: known?.stateMark === stateMark });
      if (expiresAtMs !== null && expiresAtMs <= now()) return null;
      mark(id);
      return identity;
    },
  };
}

interface KeyOwner {
  readonly identity: Identity;
  /** Null for a key that does not expire. */
  readonly expiresAtMs: number | null;
}

interface FoundKey extends KeyOwner {
  /** Changes when the keys may have changed. */
  readonly stateMark: string;
}

/** Differs after every commit to the file that this write-ahead log belongs to. */
function changesOf(log: string): string {
  const stats = statSync(log, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "none" : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

const ENVIRONMENT_IDENTITY: Identity = { userId: "environment", name: "HEDDLE_API_KEY", projects: null };
