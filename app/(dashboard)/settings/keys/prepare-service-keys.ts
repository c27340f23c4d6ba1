import type { z } from "zod";
import type { serviceKey } from "@/lib/api/contract/admin/service-keys";
import { type KeyScope, keyScopes } from "@/lib/api/contract/operation/key-scopes";
import { countOf, formatCount } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";

export type ServiceKey = z.infer<typeof serviceKey>;

/** Returns the typed projects, separated by commas, spaces or lines; null when there are none: no limit. */
export function parseProjectList(text: string): string[] | null {
  const projects = text.split(/[\s,]+/).filter((project) => project !== "");
  return projects.length === 0 ? null : [...new Set(projects)];
}

/** Returns `all`, the only project, or the first and the number of others. */
export function projectsText(projects: readonly string[] | null): string {
  if (projects === null) return "all";
  const [first = "none", ...rest] = projects;
  return rest.length === 0 ? first : `${first} and ${formatCount(rest.length)} more`;
}

/** The permissions of a key, as a form and a list name them. */
export const SCOPES: Readonly<Record<KeyScope, { readonly label: string; readonly hint: string }>> = {
  read: { label: "Read", hint: "traces, objects and models" },
  write: { label: "Write", hint: "log calls, store objects, run models" },
  train: { label: "Train", hint: "create models, start training" },
  admin: { label: "Admin", hint: "delete stored data, set prices" },
};

/** Returns the names of the permissions, or `all`. */
export function scopesText(scopes: readonly string[] | null): string {
  return scopes === null || keyScopes.every((scope) => scopes.includes(scope)) ? "all" : scopes.join(", ");
}

/** Returns why a key no longer works; null while it works. */
export function keyEnd(
  { revokedAt, expiresAt }: Pick<ServiceKey, "revokedAt" | "expiresAt">,
  nowMs: number,
): "revoked" | "expired" | null {
  if (revokedAt !== null) return "revoked";
  const endMs = parseTime(expiresAt);
  return endMs !== null && endMs <= nowMs ? "expired" : null;
}

/** Returns the label of a lifetime. */
export function lifetimeLabel(days: number | null): string {
  return days === null ? "Until revoked" : countOf(days, "day");
}

/** Returns the foot text: the number of keys and of those that no longer work. */
export function keysCount(keys: readonly ServiceKey[], nowMs: number): string {
  const ends = keys.map((key) => keyEnd(key, nowMs));
  const parts = (["revoked", "expired"] as const).flatMap((end) => {
    const count = ends.filter((each) => each === end).length;
    return count === 0 ? [] : [`${formatCount(count)} ${end}`];
  });
  return [countOf(keys.length, "key"), ...parts].join(", ");
}
