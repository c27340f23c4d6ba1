import { createHash, timingSafeEqual } from "node:crypto";
import { PROJECTS_HEADER, readProjectsHeader } from "@/lib/api/contract/operation/projects-header";
import { NotSignedInError } from "@/service/kernel/errors/service-errors";
import type { Identity, KeyVerifier } from "./identity";

/** The header in which the dashboard names the acting user; it counts only together with the dashboard's own token. */
const ACTING_USER_HEADER = "x-heddle-user";

export interface AuthenticateOptions {
  readonly keys: KeyVerifier;
  /** The token that the launcher gives to the dashboard and the service at each start, or null without one. */
  readonly localToken: string | null;
}

const NO_KEY =
  "No API key was sent. Send it as the password of Basic authentication (user name `api`), as a Bearer token, or in the header wandb-api-key.";
const UNKNOWN_KEY = "The API key is unknown, has expired or was revoked.";

function passwordOf(basic: string): string {
  const pair = Buffer.from(basic, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

/** The key of a request. Every path accepts both schemes and the header that exporters send. */
export function readKey(headers: Headers): string | null {
  const [scheme = "", value = ""] = (headers.get("authorization") ?? "").trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "basic" && value !== "") return passwordOf(value);
  if (scheme.toLowerCase() === "bearer" && value !== "") return value;
  return headers.get("wandb-api-key")?.trim() || null;
}

function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Limits an identity to the projects that the request itself names as its limit, never to more than it has. */
function narrowed(identity: Identity, headers: Headers): Identity {
  const value = headers.get(PROJECTS_HEADER);
  if (value === null) return identity;
  const named = readProjectsHeader(value);
  const own = identity.projects;
  return { ...identity, projects: own === null ? named : named.filter((project) => own.includes(project)) };
}

/**
 * Finds the identity that sends a request.
 *
 * @throws NotSignedInError without a key, or when no valid key matches.
 */
export async function authenticate(headers: Headers, options: AuthenticateOptions): Promise<Identity> {
  const key = readKey(headers);
  if (!key) throw new NotSignedInError(NO_KEY);
  if (options.localToken !== null && isSameSecret(key, options.localToken)) {
    const userId = headers.get(ACTING_USER_HEADER) ?? "dashboard";
    return narrowed({ userId, name: userId, projects: null, isDashboard: true }, headers);
  }
  const identity = await options.keys.verify(key);
  if (!identity) throw new NotSignedInError(UNKNOWN_KEY);
  return narrowed(identity, headers);
}
