import type { ForwardedEntry } from "@/lib/database/audit-forwarding";

/**
 * Sends entries, oldest first, to the receiver of the audit log.
 *
 * @returns how many of them the receiver refused for good
 * @throws ForwardingProblem; all of them are then sent again
 */
export type SendEntries = (entries: readonly ForwardedEntry[]) => Promise<number>;
