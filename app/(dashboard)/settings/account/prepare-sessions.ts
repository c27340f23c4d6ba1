import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { countOf } from "@/lib/format/count";

export type OwnSession = AppResultOf<"sessions.list">["sessions"][number];

/** Returns the name of a session's device, or `Unknown device`. */
export function deviceText({ device }: Pick<OwnSession, "device">): string {
  return device ?? "Unknown device";
}

/** Returns the foot text: the number of sessions. */
export function sessionsCount(sessions: readonly OwnSession[]): string {
  return countOf(sessions.length, "session");
}

/** Returns the message after all other sessions were ended. */
export function endedText(count: number): string {
  return count === 0 ? "No other session" : `${countOf(count, "session")} ended`;
}

/** Returns the message after a change of the password, which ended the user's other sessions. */
export function changedPasswordText(endedCount: number): string {
  return endedCount === 0 ? "Password changed" : `Password changed, ${countOf(endedCount, "other session")} ended`;
}
