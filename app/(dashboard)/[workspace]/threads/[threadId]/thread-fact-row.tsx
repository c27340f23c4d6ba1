import type { ReactNode } from "react";
import { ScoreValue } from "@/components/score/score-value";
import { Quantity } from "@/components/ui/quantity";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import type { ThreadFigures, Turn } from "@/lib/thread/thread-turns";

type ThreadFactRowProps = {
  turns: readonly Turn[];
  figures: ThreadFigures;
  /** The scores of the thread and its calls. */
  scores?: readonly SubjectScore[];
};

/** More would push the other facts out of the row. */
const MAX_SCORES = 4;

/** The facts of a thread in one row; facts that are not available are omitted. */
export function ThreadFactRow({ turns, figures, scores = [] }: ThreadFactRowProps) {
  const { p50Ms, p99Ms, tokensIn, tokensOut, costUsd, startedMs, endedMs } = figures;
  const tools = turns.flatMap((turn) => turn.tools);
  const failed = turns.filter((turn) => turn.status === "error");
  return (
    <dl
      tabIndex={0}
      className="flex h-[42px] flex-none overflow-x-auto border-b border-line text-small leading-4 whitespace-nowrap outline-offset-[-2px]"
    >
      <Fact name="Turns">{formatCount(turns.length)}</Fact>
      {p50Ms === null ? null : (
        <Fact name="Turn p50">
          <Quantity text={formatDuration(p50Ms)} />
        </Fact>
      )}
      {p99Ms === null ? null : (
        <Fact name="Turn p99">
          <Quantity text={formatDuration(p99Ms)} />
        </Fact>
      )}
      {tokensIn === null && tokensOut === null ? null : (
        <Fact name="Tokens">
          {formatTokens(tokensIn)} <span className="text-ink-3">in</span> {formatTokens(tokensOut)}{" "}
          <span className="text-ink-3">out</span>
        </Fact>
      )}
      {costUsd === null ? null : <Fact name="Cost">{formatCallCost(costUsd)}</Fact>}
      {tools.length === 0 ? null : (
        <Fact name="Tool calls">
          {formatCount(tools.length)}{" "}
          <span className="text-ink-3">to {countOf(new Set(tools.map((tool) => tool.name)).size, "tool")}</span>
        </Fact>
      )}
      {failed.length === 0 ? null : (
        <Fact name="Errors">
          <span className="text-err">{formatCount(failed.length)}</span>{" "}
          <span className="text-ink-3">
            in turn{" "}
            {failed
              .slice(0, 3)
              .map((turn) => turn.number)
              .join(", ")}
            {failed.length > 3 ? " …" : ""}
          </span>
        </Fact>
      )}
      {scores
        .filter(({ value }) => typeof value !== "string")
        .slice(0, MAX_SCORES)
        .map(({ name, source, value, mean, count }) => (
          <Fact key={`${name}@${source}`} name={name}>
            <ScoreValue value={mean ?? value} />{" "}
            {count > 1 ? <span className="text-ink-3">of {formatCount(count)} values</span> : null}
          </Fact>
        ))}
      <Fact name="Started">{formatFullTime(startedMs)}</Fact>
      {startedMs === null || endedMs === null ? null : (
        <Fact name="Length">
          <Quantity text={formatDuration(endedMs - startedMs)} />
        </Fact>
      )}
      <Fact name="Last turn">{formatAgo(turns.at(-1)?.startedMs, Date.now())}</Fact>
      {turns.some((turn) => turn.hasInventedTimes) ? (
        <Fact name="Times">
          <span title="The import had no times. These are generated, evenly spaced.">generated</span>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-center border-r border-line px-4 last:border-r-0">
      <dt className="text-micro text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
