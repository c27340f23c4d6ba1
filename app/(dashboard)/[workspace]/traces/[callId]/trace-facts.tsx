import Link from "next/link";
import type { ReactNode } from "react";
import { callUsage, usageTotal } from "@/components/trace/prepare-call";
import { traceUsage } from "@/components/trace/prepare-trace-usage";
import type { Trace } from "@/components/trace/prepare-tree";
import { Quantity } from "@/components/ui/quantity";
import type { Call } from "@/lib/api/contract/calls";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";

type TraceFactsProps = { trace: Trace; calls: readonly Call[]; threadHref: (threadId: string) => string };

/** The facts of a trace in one ruled row; what is not known has no place in it. */
export function TraceFacts({ trace, calls, threadHref }: TraceFactsProps) {
  const root = calls.find(({ id }) => id === trace.rows[0]?.id);
  const usage = calls.length > 0 ? traceUsage(calls) : usageTotal(root ? callUsage(root) : []);
  const threadId = root?.thread_id ?? null;
  return (
    <dl className="flex h-[42px] flex-none overflow-x-auto border-b border-line text-small leading-4 whitespace-nowrap">
      <Fact name="Duration">
        <Quantity text={formatDuration(trace.durationMs)} />
      </Fact>
      <Fact name="Calls">{formatCount(trace.callCount)}</Fact>
      {usage.tokensIn === null && usage.tokensOut === null ? null : (
        <Fact name="Tokens">
          {formatTokens(usage.tokensIn)} <span className="text-ink-3">in</span> {formatTokens(usage.tokensOut)}{" "}
          <span className="text-ink-3">out</span>
        </Fact>
      )}
      {usage.costUsd === null ? null : <Fact name="Cost">{formatCallCost(usage.costUsd)}</Fact>}
      {threadId === null ? null : (
        <Fact name="Thread">
          <Link href={threadHref(threadId)} className="text-code text-accent-text hover:underline">
            {threadId}
          </Link>
        </Fact>
      )}
      {root?.svc_run_id ? (
        <Fact name="Run">
          <span className="text-code">{root.svc_run_id}</span>
          {typeof root.svc_run_step === "number" ? <span className="text-ink-3"> step {root.svc_run_step}</span> : null}
        </Fact>
      ) : null}
      {root ? <Fact name="Started">{formatFullTime(parseTime(root.started_at))}</Fact> : null}
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
