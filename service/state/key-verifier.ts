import { timingSafeEqual } from "node:crypto";
import type { Identity, KeyVerifier } from "@/service/http/identity";
import { apiKeyDigest, apiKeyId } from "./api-key";
import { parseProjects } from "./api-keys";
import type { ServiceState } from "./open-state";

/** A key is marked as used at most this often; every mark is a write to disk. */
const MARK_EVERY_MS = 60_000;

export interface KeyVerifierOptions {
  readonly state: ServiceState;
  /** HEDDLE_API_KEY, which is accepted beside the stored keys. */
  readonly environmentKey?: string | undefined;
  /** Told when a key could not be marked as used: the request it came with is answered all the same. */
  readonly onMarkFailed: (error: unknown) => void;
  readonly now?: () => number;
}

/**
 * Finds the owner of a key in the stored keys. Each look goes to the file, so that a key revoked by a command in another
 * process is refused at its next request.
 */
export function createKeyVerifier({
  state,
  environmentKey,
  onMarkFailed,
  now = Date.now,
}: KeyVerifierOptions): KeyVerifier {
  const environmentDigest = environmentKey === undefined ? undefined : apiKeyDigest(environmentKey);
  const markedAt = new Map<string, number>();

  const mark = (id: string): void => {
    const at = now();
    if (at - (markedAt.get(id) ?? Number.NEGATIVE_INFINITY) < MARK_EVERY_MS) return;
    markedAt.set(id, at);
    state
      .updateTable("api_key")
      .set({ last_used_at: new Date(at).toISOString() })
      .where("id", "=", id)
      .execute()
      .catch(onMarkFailed);
  };

  return {
    verify: async (key): Promise<Identity | null> => {
      const digest = apiKeyDigest(key);
      if (environmentDigest !== undefined && timingSafeEqual(digest, environmentDigest)) return ENVIRONMENT_IDENTITY;
      const id = apiKeyId(key);
      if (id === undefined) return null;
      const row = await state
        .selectFrom("api_key")
        .select(["id", "name", "user_id", "digest", "projects"])
        .where("id", "=", id)
        .where("revoked_at", "is", null)
        .executeTakeFirst();
      if (row === undefined || !timingSafeEqual(digest, new Uint8Array(row.digest))) return null;
      mark(id);
      return { userId: row.user_id, name: row.name, projects: parseProjects(row.projects) };
    },
  };
}

const ENVIRONMENT_IDENTITY: Identity = { userId: "environment", name: "HEDDLE_API_KEY", projects: null };
