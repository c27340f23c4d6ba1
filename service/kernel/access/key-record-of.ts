import type { ResultOf } from "@/lib/api/contract/operations";
import type { ApiKey } from "./api-keys";

/** A key with its wire names. */
export function keyRecordOf(key: ApiKey): ResultOf<"keys.revoke"> {
  return {
    id: key.id,
    name: key.name,
    user_id: key.userId,
    projects: key.projects && [...key.projects],
    scopes: key.scopes && [...key.scopes],
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
  };
}
