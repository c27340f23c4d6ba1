import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { countOf } from "@/lib/format/count";
import { formatDateTime, parseTime } from "@/lib/format/time";

interface ChainText {
  readonly isIntact: boolean;
  readonly text: string;
}

/** Which entries are as they were written; `where` says which they are. */
function unchangedText(entries: number, where: string): string {
  if (entries === 0) return `No entry${where} can be confirmed.`;
  return entries === 1
    ? `The entry${where} is unchanged.`
    : `All ${countOf(entries, "entry", "entries")}${where} are unchanged.`;
}

/** The result of a check of the log's hashes, in words. */
export function prepareChain({ entries, unchained, problem }: AppResultOf<"audit.check">): ChainText {
  if (problem?.kind === "changed") {
    const atMs = parseTime(problem.at);
    const when = atMs === null ? "" : ` of ${formatDateTime(atMs)}`;
    return {
      isIntact: false,
      text: `The log was changed: the entry${when} does not fit the one before it. ${unchangedText(entries, " before it")}`,
    };
  }
  if (problem !== null) {
    return { isIntact: false, text: `The newest entries were removed. ${unchangedText(entries, " before them")}` };
  }
  const earlier =
    unchained === 0
      ? ""
      : ` ${countOf(unchained, "earlier entry", "earlier entries")} from before the log had hashes cannot be checked.`;
  return { isIntact: true, text: `${unchangedText(entries, "")}${earlier}` };
}
