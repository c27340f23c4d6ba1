import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";

/** The scopes that clients may ask for. */
export const SCOPES = ["read", "write"] as const;

/** Returns the scopes of an access, separated by spaces: `write` includes `read`. */
export function scopeOf(access: AgentAccess): string {
  return access === "write" ? SCOPES.join(" ") : "read";
}

/**
 * Returns the most that a scope parameter asks for: `write` without one, since the person decides. Scopes that do not
 * exist here are ignored; undefined when none is left.
 */
export function accessOf(scope: string | null): AgentAccess | undefined {
  if (scope === null || scope.trim() === "") return "write";
  const asked = new Set(scope.split(" "));
  if (asked.has("write")) return "write";
  return asked.has("read") ? "read" : undefined;
}
