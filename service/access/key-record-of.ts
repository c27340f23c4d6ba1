import type { ResultOf } from "@/lib/api/contract/operations";
import type { ApiKey } from "./api-keys";

/** A key with its wire names. */
export function keyRecordOf(key: ApiKey): ResultOf<"keys.revoke"> {
  return {
    id: key.id,
    name: key.name,
    user_id: key.userId,
    projects: key.projects && [...key.projects],
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  };
}
