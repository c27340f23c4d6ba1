import { randomBytes } from "node:crypto";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { findAgentKeyOwner } from "@/lib/database/agent-keys";
import type { AppDatabase } from "@/lib/database/app-database";
import { findAccessTokenOwner } from "@/lib/database/oauth-tokens";
import type { LiveSession } from "@/lib/database/sessions";
import { isAccessToken } from "./oauth-secret";
import { highestRole, roleInWorkspace, withRoleAtMost } from "./workspace-roles";

const PREFIX = "hda_";
const SHAPE = /^hda_[A-Za-z0-9_-]{43}$/;

/** Returns a new key of 256 random bits; the prefix lets secret scanners recognize it. */
export function generateAgentKey(): string {
  return `${PREFIX}${randomBytes(32).toString("base64url")}`;
}

/** Returns the key in an Authorization header: `Bearer hda_…`, and nothing else. */
function bearerOf(authorization: string | null): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
}

/** The session of a request that an agent makes with a key or an access token. */
export interface AgentSession {
  readonly session: LiveSession;
  /** Id of the key, or of the grant that the token belongs to. */
  readonly keyId: string;
  readonly isToken: boolean;
  /** The only workspace that the key may read; null for all. */
  readonly workspaceId: string | null;
  /** The highest role of the owner where the key counts, and whether the key itself only allows to read. */
  readonly ownerRole: Role;
  readonly isReadOnly: boolean;
}

/** Returns the session of a request's key or access token, or undefined when it has no valid one. */
export async function readAgentSession(
  database: AppDatabase,
  authorization: string | null,
  now: Date,
): Promise<AgentSession | undefined> {
  const secret = bearerOf(authorization) ?? "";
  const isToken = isAccessToken(secret);
  if (!isToken && !SHAPE.test(secret)) return undefined;
  const owner = await (isToken ? findAccessTokenOwner : findAgentKeyOwner)(database, secret, now);
  if (!owner) return undefined;
  const { keyId, user, workspaceId, expiresAt, access } = owner;
  const ownerRole = workspaceId === null ? highestRole(user) : (roleInWorkspace(user, workspaceId) ?? "viewer");
  // Sessions end at some time; that of a request with a key ends with the request.
  const session = {
    id: `${isToken ? "client" : "key"} ${keyId}`,
    // A key never gives more than its owner has, and never the rights of an admin.
    user: withRoleAtMost(user, access === "write" ? "member" : "viewer"),
    expiresAt: expiresAt ?? "",
  };
  return { session, keyId, isToken, workspaceId, ownerRole, isReadOnly: access === "read" };
}
