"use client";

import { useRef } from "react";
import { useLive } from "@/components/address/use-live";
import { useTimeRange } from "@/components/address/use-time-range";
import { useSize } from "@/components/browser/use-size";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Skeleton } from "@/components/ui/skeleton";
import { failureText } from "@/lib/failure/failure-text";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { brushParams, type Histogram } from "./prepare-histogram";
import { useHistogram } from "./use-histogram";

const HistogramPlot = partLoadedLater(async () => (await import("./histogram-plot")).HistogramPlot);

type HistogramStripProps = {
  workspace: Workspace;
  query: string;
  areRootsOnly: boolean;
  isPhone: boolean;
  isEnabled: boolean;
  /** Number of calls that started since the list was opened. */
  startedCount: number;
};

/** Calls over the full time range, above the list, with the selected part of it. */
export function HistogramStrip({
  workspace,
  query,
  areRootsOnly,
  isPhone,
  isEnabled,
  startedCount,
}: HistogramStripProps) {
  const { range, t, setRange } = useTimeRange();
  const { isLive } = useLive();
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { histogram, brush, isOpenEnded, failure, retry } = useHistogram({
    workspace,
    query,
    areRootsOnly,
    range,
    t,
    isLive,
    isEnabled,
    startedCount,
  });
  // Without the operation the list is all there is; nothing is missing from it.
  if (failure?.kind === "unsupported") return null;
  if (histogram === null) return null;
  return (
    <section aria-label="Calls over time" className="h-[84px] flex-none border-y border-line max-md:h-16">
      <div ref={frame} className="relative h-full">
        {failure && histogram === undefined ? (
          <p role="alert" className="flex h-full items-center gap-2 px-4 text-small text-ink-2">
            Could not load calls over time: {failureText(failure).title.toLowerCase()}.
            <Button size="small" onClick={retry}>
              Retry
            </Button>
          </p>
        ) : null}
        {histogram === undefined && !failure ? <Skeleton className="absolute bottom-6 left-12 w-40" /> : null}
        {histogram && size ? (
          <>
            <HistogramPlot
              histogram={histogram}
              width={size.width}
              height={size.height}
              brush={brush}
              isPinned={isLive && isOpenEnded && (brush === null || brush.toMs === null)}
              isOpenEnded={isOpenEnded}
              isPhone={isPhone}
              onBrush={(next) => setRange({ t, ...brushParams(next) })}
            />
            {isPhone ? null : <Legend histogram={histogram} />}
          </>
        ) : null}
      </div>
    </section>
  );
}

const hatch = (color: string) => ({
  backgroundImage: `repeating-linear-gradient(135deg, transparent 0 2px, ${color} 2px 4px)`,
});

function Legend({ histogram }: { histogram: Histogram }) {
  const { ok, errors, running } = histogram.counts;
  const entries = [
    { label: "ok", count: ok, style: { background: "var(--vat-5)" } },
    { label: "error", count: errors, style: hatch("var(--err)") },
    { label: "running", count: running, style: hatch("var(--run)") },
  ];
  return (
    <p className="pointer-events-none absolute top-[5px] left-[52px] flex gap-3 bg-bg px-1 text-micro text-ink-2">
      {entries.map(({ label, count, style }) => (
        <span key={label} className="inline-flex items-center gap-[5px] whitespace-nowrap">
          <i aria-hidden="true" className="size-2 rounded-[2px]" style={style} />
          {label} {formatCount(count)}
        </span>
      ))}
      <span className="whitespace-nowrap text-ink-3">per {histogram.bucketName}</span>
    </p>
  );
}
