import type { Call } from "@/lib/api/contract/calls/calls";
import { isMembers } from "@/lib/json/value/members";

/** A thread that a call of an imported session leads to. */
export interface LinkedThread {
  readonly name: "Subagent" | "Session" | "Continues";
  readonly threadId: string;
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/**
 * Returns the threads that the import of a coding agent's session names: that of the subagent which a call started (in the
 * summary where it was not known at its start), that of the session which started a subagent, and the one that a
 * resumed session continues.
 */
export function linkedThreads({ attributes, summary }: Pick<Call, "attributes" | "summary">): readonly LinkedThread[] {
  const { subagent_thread_id: started, continues_thread_id: continued, session } = attributes ?? {};
  const { id, agent_id: agentId } = isMembers(session) ? session : {};
  const links = [
    { name: "Subagent", threadId: textOf(started) ?? textOf(summary?.subagent_thread_id) },
    { name: "Session", threadId: textOf(agentId) === null ? null : textOf(id) },
    { name: "Continues", threadId: textOf(continued) },
  ] as const;
  return links.flatMap(({ name, threadId }) => (threadId === null ? [] : { name, threadId }));
}

/** Returns whether the user went back behind the turn of an imported session, so that the conversation left it. */
export function isRewoundTurn({ attributes }: Pick<Call, "attributes">): boolean {
  return isMembers(attributes?.session) && attributes.session.is_rewound === true;
}
