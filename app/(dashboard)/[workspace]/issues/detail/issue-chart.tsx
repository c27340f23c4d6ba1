import { IssueBars } from "@/app/(dashboard)/[workspace]/issues/parts/issue-bars";
import { ISSUE_COLORS } from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import type { IssueDetail, IssueState } from "@/lib/api/contract/issues/issues";
import { countAxis, timeTicks } from "@/lib/chart/ticks";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import { releaseMarks } from "./prepare-release-marks";
import { type IssueStretch, stateAt, stretchesOf } from "./prepare-stretches";
import { ReleaseLines } from "./release-lines";

const STATE_CLASSES: Readonly<Record<IssueState, string>> = {
  new: "bg-vat-3",
  ongoing: "bg-warn-line",
  resolved: "bg-ok-line",
  regressed: "bg-[repeating-linear-gradient(135deg,var(--err)_0_2px,transparent_2px_4px)]",
  ignored: "bg-line-strong",
};

const MAX_STEPS = 3;

type IssueChartProps = { issue: IssueDetail; fromMs: number; toMs: number; nowMs: number };

/** The calls of an issue over time, each bar in the color of the state at that time, with the states below. */
export function IssueChart({ issue, fromMs, toMs, nowMs }: IssueChartProps) {
  const { part_counts: counts, state } = issue;
  const stretches = stretchesOf(issue, fromMs, toMs);
  const marks = releaseMarks(issue, fromMs, toMs);
  const axis = countAxis(Math.max(0, ...counts), MAX_STEPS);
  const [, top] = axis.domain;
  const colorOf = (part: number) => ISSUE_COLORS[stateAt(stretches, (part + 0.5) / counts.length) ?? state];
  return (
    <section aria-label="Calls over time" className="border-b border-line px-4 py-2.5 max-md:px-3">
      <header className="flex flex-wrap items-baseline gap-x-2 text-small">
        <h3 className="font-medium">Calls</h3>
        <span className="text-ink-3">per {formatDuration((toMs - fromMs) / Math.max(1, counts.length))}</span>
        <Legend stretches={stretches} />
      </header>
      <p className="sr-only">
        {countOf(issue.call_count ?? 0, "call")} from {formatTime(fromMs, nowMs)} to {formatTime(toMs, nowMs)}, the
        earliest first: {counts.map((count) => formatCount(count)).join(", ")}
      </p>
      <div className="grid grid-cols-[28px_minmax(0,1fr)] items-center gap-x-2 gap-y-1.5 pt-4 text-micro text-ink-3">
        <div aria-hidden="true" className="relative h-[84px] tabular-nums">
          {axis.ticks.map(({ value, label }) => (
            <span
              key={value}
              className="absolute right-0 translate-y-1/2 leading-none"
              style={{ bottom: `${(value / top) * 100}%` }}
            >
              {label}
            </span>
          ))}
        </div>
        <div className="relative h-[84px]">
          {axis.ticks.map(({ value }) => (
            <i
              key={value}
              aria-hidden="true"
              className="absolute inset-x-0 border-t border-line"
              style={{ bottom: `${(value / top) * 100}%` }}
            />
          ))}
          <IssueBars
            counts={counts}
            color={colorOf}
            top={top}
            width={600}
            height={84}
            className="absolute inset-0 size-full"
          />
          {marks.length === 0 ? null : <ReleaseLines marks={marks} nowMs={nowMs} />}
        </div>
        <span aria-hidden="true" className="text-right leading-none">
          state
        </span>
        <StateStrip stretches={stretches} />
        <TimeLabels fromMs={fromMs} toMs={toMs} />
      </div>
    </section>
  );
}

type StretchesProps = { stretches: readonly IssueStretch[] };

function Legend({ stretches }: StretchesProps) {
  return (
    <ul aria-hidden="true" className="ml-auto flex flex-wrap gap-x-3 text-micro text-ink-2">
      {[...new Set(stretches.map(({ state }) => state))].map((state) => (
        <li key={state} className="inline-flex items-center gap-[5px]">
          <i className={classNames("h-2 w-3.5 rounded-[2px]", STATE_CLASSES[state])} />
          {state}
        </li>
      ))}
    </ul>
  );
}

function StateStrip({ stretches }: StretchesProps) {
  return (
    <div
      role="img"
      aria-label={`States: ${stretches.map(({ state }) => state).join(", then ")}`}
      className="relative h-2 overflow-hidden rounded-[2px]"
    >
      {stretches.map(({ state, from, width }) => (
        <span
          key={from}
          title={state}
          className={classNames("absolute inset-y-0 min-w-px", STATE_CLASSES[state])}
          style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
        />
      ))}
    </div>
  );
}

/** Times near an end have no room for their label. On a phone every second one is shown. */
function TimeLabels({ fromMs, toMs }: Pick<IssueChartProps, "fromMs" | "toMs">) {
  const shareOf = (timeMs: number) => (timeMs - fromMs) / (toMs - fromMs);
  const ticks = timeTicks(fromMs, toMs).filter(({ value }) => shareOf(value) > 0.03 && shareOf(value) < 0.97);
  return (
    <div aria-hidden="true" className="relative col-start-2 h-3.5">
      {ticks.map(({ value, label }, at) => (
        <span
          key={value}
          className={classNames("absolute -translate-x-1/2 whitespace-nowrap", at % 2 === 1 && "max-md:hidden")}
          style={{ left: `${shareOf(value) * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
