import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";

/** What a user may allow a program. */
export interface AccessChoices {
  /** The requested access, limited by the user's role. */
  readonly choices: readonly AgentAccess[];
  /** Why nothing but reading can be allowed; null when more can. */
  readonly limit: string | null;
}

/** @param canWrite whether the user is a member anywhere */
export function accessChoices(asked: AgentAccess, canWrite: boolean): AccessChoices {
  if (asked === "read") return { choices: ["read"], limit: "It asks only to read." };
  return canWrite
    ? { choices: ["read", "write"], limit: null }
    : { choices: ["read"], limit: "Your role allows reading only." };
}
