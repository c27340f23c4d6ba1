import type { RolloutContents } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { countOf } from "@/lib/format/count";

/** The messages that the trajectories of a group share at the beginning. */
export interface SharedPrefix {
  readonly fingerprints: readonly string[];
  /** `system 1, user 3, tool 5`. */
  readonly words: string;
}

/** Fewer messages than this are not folded. */
const MIN_SHARED_MESSAGES = 2;

/**
 * Returns the messages that all trajectories begin with. The last message of each is never folded, so that there is
 * something to read. Null with fewer than two trajectories, or where they share too little.
 */
export function sharedPrefix(contents: readonly RolloutContents[]): SharedPrefix | null {
  const [first] = contents;
  if (!first || contents.length < 2) return null;
  const longest = Math.min(...contents.map(({ messages }) => messages.length - 1));
  let count = 0;
  while (
    count < longest &&
    contents.every(({ messages }) => messages[count]?.fingerprint === first.messages[count]?.fingerprint)
  ) {
    count += 1;
  }
  if (count < MIN_SHARED_MESSAGES) return null;
  const messages = first.messages.slice(0, count);
  const roles = new Map<string, number>();
  for (const { message } of messages) roles.set(message.role, (roles.get(message.role) ?? 0) + 1);
  return {
    fingerprints: messages.map(({ fingerprint }) => fingerprint),
    words: [...roles].map(([role, number]) => `${role} ${number}`).join(", "),
  };
}

/** Returns how many messages of a trajectory are folded: all that are shared, or none where it begins differently. */
export function foldedCount({ messages }: RolloutContents, shared: SharedPrefix | null): number {
  const count = shared?.fingerprints.length ?? 0;
  if (messages.length <= count) return 0;
  return shared?.fingerprints.every((fingerprint, index) => messages[index]?.fingerprint === fingerprint) ? count : 0;
}

/** `17 messages are the same in all 4`. */
export function sharedMessagesText(count: number, compared: number, all: number): string {
  const where = compared === all ? (all === 2 ? "both" : `all ${all}`) : `the ${compared} loaded, of ${all}`;
  return `${countOf(count, "message")} ${count === 1 ? "is" : "are"} the same in ${where}`;
}
