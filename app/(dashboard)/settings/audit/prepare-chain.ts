import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { countOf } from "@/lib/format/count";
import { formatDateTime, parseTime } from "@/lib/format/time";

interface ChainText {
  readonly isIntact: boolean;
  readonly text: string;
}

/** The result of a check of the log's hashes, in words. */
export function prepareChain({ entries, unchained, problem }: AppResultOf<"audit.check">): ChainText {
  if (problem?.kind === "changed") {
    const atMs = parseTime(problem.at);
    const when = atMs === null ? "" : ` of ${formatDateTime(atMs)}`;
    const rest =
      entries === 0 ? "No entry before it can be confirmed." : `${countOf(entries, "entry", "entries")} before it fit.`;
    return { isIntact: false, text: `The log was changed: the entry${when} does not fit the one before it. ${rest}` };
  }
  if (problem !== null) {
    return {
      isIntact: false,
      text: `The newest entries were removed. ${countOf(entries, "entry", "entries")} before them fit.`,
    };
  }
  const earlier =
    unchained === 0
      ? ""
      : ` ${countOf(unchained, "earlier entry", "earlier entries")} from before the log had hashes cannot be checked.`;
  return { isIntact: true, text: `All ${countOf(entries, "entry", "entries")} fit.${earlier}` };
}
