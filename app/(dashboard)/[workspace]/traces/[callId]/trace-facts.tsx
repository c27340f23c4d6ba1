import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatFullTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import { spanMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

type TraceFactsProps = {
  skeleton: TraceSkeleton;
  nowMs: number;
  threadHref: (threadId: string) => string;
  runHref: (runId: string) => string;
};

/** The facts of a trace in one ruled row; unknown facts are omitted. */
export function TraceFacts({ skeleton, nowMs, threadHref, runHref }: TraceFactsProps) {
  const { root, usage } = skeleton;
  return (
    <dl
      tabIndex={0}
      className="flex h-[42px] flex-none overflow-x-auto border-b border-line text-small leading-4 whitespace-nowrap outline-offset-[-2px]"
    >
      <Fact name="Duration">
        <Quantity text={formatDuration(spanMs(skeleton, nowMs))} />
      </Fact>
      <Fact name="Calls">{formatCount(skeleton.count)}</Fact>
      {usage.tokensIn === null && usage.tokensOut === null ? null : (
        <Fact name="Tokens">
          {formatTokens(usage.tokensIn)} <span className="text-ink-3">in</span> {formatTokens(usage.tokensOut)}{" "}
          <span className="text-ink-3">out</span>
        </Fact>
      )}
      {usage.costUsd === null ? null : <Fact name="Cost">{formatCallCost(usage.costUsd)}</Fact>}
      {root?.threadId ? (
        <Fact name="Thread">
          <Link href={threadHref(root.threadId)} className="text-code text-accent-text hover:underline">
            {root.threadId}
          </Link>
        </Fact>
      ) : null}
      {root?.runId ? (
        <Fact name="Run">
          <Link href={runHref(root.runId)} className="text-code text-accent-text hover:underline">
            {root.runId}
          </Link>
          {root.runStep === null ? null : <span className="text-ink-3"> step {root.runStep}</span>}
        </Fact>
      ) : null}
      {root ? <Fact name="Started">{formatFullTime(skeleton.originMs)}</Fact> : null}
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
