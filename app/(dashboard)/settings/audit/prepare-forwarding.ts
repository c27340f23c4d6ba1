import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { countOf } from "@/lib/format/count";
import { formatDateTime, parseTime } from "@/lib/format/time";

type Forwarding = NonNullable<AppResultOf<"audit.forwarding">["forwarding"]>;

const timeText = (time: string) => formatDateTime(parseTime(time) ?? 0);

/** Says in words how far the log was forwarded, and whether something is wrong with it. */
export function prepareForwarding({ receiver, waiting, sentAt, refused, problem }: Forwarding): {
  readonly text: string;
  readonly isFailing: boolean;
} {
  const waitText = `${countOf(waiting, "entry", "entries")} ${waiting === 1 ? "waits" : "wait"}`;
  const refusedText = refused === 0 ? "" : ` It refused ${countOf(refused, "entry", "entries")}.`;
  if (problem !== null) {
    const since = timeText(problem.since);
    return {
      text: `${waitText} to be forwarded: since ${since}, ${receiver} ${problem.message}. Heddle tries again.${refusedText}`,
      isFailing: true,
    };
  }
  if (sentAt === null) return { text: `Forwarding to ${receiver} has not begun: ${waitText}.`, isFailing: false };
  const rest = waiting === 0 ? "all entries were sent" : waitText;
  return {
    text: `Forwarded to ${receiver}: ${rest}, the last at ${timeText(sentAt)}.${refusedText}`,
    isFailing: refused > 0,
  };
}
