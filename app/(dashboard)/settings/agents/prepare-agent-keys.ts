import type { z } from "zod";
import type { AgentAccess, agentKey } from "@/lib/api/contract/app/agent-keys";
import { countOf, formatCount } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";

export type AgentKey = z.infer<typeof agentKey>;

/** Whether a key works now, or why it no longer does. */
export type KeyState = "active" | "revoked" | "expired";

export function keyState({ revokedAt, expiresAt }: Pick<AgentKey, "revokedAt" | "expiresAt">, nowMs: number): KeyState {
  if (revokedAt !== null) return "revoked";
  const endMs = parseTime(expiresAt);
  return endMs !== null && endMs <= nowMs ? "expired" : "active";
}

const ACCESS_TEXTS: Readonly<Record<AgentAccess, string>> = { read: "read only", write: "read, add data, run models" };

export function accessText(access: AgentAccess): string {
  return ACCESS_TEXTS[access];
}

/** Returns the foot text: the number of keys and of those that no longer work. */
export function agentKeysCount(keys: readonly AgentKey[], nowMs: number): string {
  const ended = keys.filter((key) => keyState(key, nowMs) !== "active").length;
  const all = countOf(keys.length, "key");
  return ended === 0 ? all : `${all}, ${formatCount(ended)} no longer valid`;
}

/** The choices of a lifetime, as a control names them. */
export function lifetimeLabel(days: number | null): string {
  return days === null ? "Until revoked" : countOf(days, "day");
}
