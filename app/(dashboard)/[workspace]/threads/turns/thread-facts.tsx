import { Quantity } from "@/components/ui/quantity";
import { Tag } from "@/components/ui/tag";
import { formatCount } from "@/lib/format/count";
import { formatCallCost } from "@/lib/format/money";
import { formatFullTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import type { ThreadFigures, Turn } from "@/lib/thread/thread-turns";
import { threadSpan } from "./prepare-thread-span";

/** The totals of the turns. Values that were not logged are omitted. */
export function ThreadFacts({ turns, figures }: { turns: readonly Turn[]; figures: ThreadFigures }) {
  const { tokensIn, tokensOut, costUsd, startedMs, endedMs } = figures;
  const span = threadSpan(startedMs, endedMs, Date.now());
  return (
    <p className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2.5 text-small text-ink-2 [&_b]:font-semibold [&_b]:text-ink">
      <span>
        <b>{formatCount(turns.length)}</b> {turns.length === 1 ? "turn" : "turns"}
      </span>
      {tokensIn === null && tokensOut === null ? null : (
        <span>
          <b>{formatTokens(tokensIn)}</b> in, <b>{formatTokens(tokensOut)}</b> out
        </span>
      )}
      {costUsd === null ? null : <b>{formatCallCost(costUsd)}</b>}
      {span === null ? null : (
        <span className="text-ink-3" title={`${formatFullTime(startedMs)} to ${formatFullTime(endedMs)}`}>
          <Quantity text={span} />
        </span>
      )}
      {turns.some((turn) => turn.hasInventedTimes) ? (
        <Tag tone="outline" title="The import had no times. These are generated, evenly spaced.">
          generated times
        </Tag>
      ) : null}
    </p>
  );
}
