import { kindFill } from "@/components/glyph/kind-dyes";
import { Quantity } from "@/components/ui/quantity";
import type { Call } from "@/lib/api/contract/calls/calls";
import { kindName } from "@/lib/calls/call-kind";
import { formatDuration } from "@/lib/format/duration";
import { timeShares } from "./prepare-time-shares";

/** The time of a turn, by kind of call. */
export function TimeShares({ calls, durationMs }: { calls: readonly Call[]; durationMs: number | null }) {
  const shares = timeShares(calls, Date.now());
  if (shares.length === 0) return null;
  return (
    <section aria-label="Time by kind" className="border-t border-line">
      <h3 className="flex h-[34px] items-center justify-between px-4 font-medium">
        Time by kind
        <Quantity text={formatDuration(durationMs)} className="text-small font-normal text-ink-3" />
      </h3>
      <div aria-hidden="true" className="mx-4 flex h-3.5 gap-px">
        {shares.map(({ kind, share }) => (
          <i key={kind} className={`min-w-0.5 rounded-bar ${kindFill(kind)}`} style={{ flexGrow: share }} />
        ))}
      </div>
      <dl className="grid grid-cols-[10px_minmax(0,1fr)_auto_40px] items-center gap-x-2 gap-y-[5px] px-4 pt-2 pb-3 text-small leading-[17px]">
        {shares.map(({ kind, durationMs: ownMs, share }) => (
          <div key={kind} className="contents">
            <i aria-hidden="true" className={`size-2.5 rounded-bar ${kindFill(kind)}`} />
            <dt className="first-letter:uppercase">{kindName(kind)}</dt>
            <dd className="text-right">
              <Quantity text={formatDuration(ownMs)} />
            </dd>
            <dd className="text-right text-ink-3">
              {share < 0.1 ? (share * 100).toFixed(1) : Math.round(share * 100)}%
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
