"use client";

import { useRef } from "react";
import { useLive } from "@/components/address/use-live";
import { useTimeRange } from "@/components/address/use-time-range";
import { usePersonalChoice } from "@/components/browser/use-personal-choice";
import { useSize } from "@/components/browser/use-size";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Skeleton } from "@/components/ui/skeleton";
import type { SourceChoice } from "@/lib/calls/source-choice";
import { failureText } from "@/lib/failure/failure-text";
import type { Workspace } from "@/lib/workspace/workspace";
import { MeasureMenu } from "./measure-menu";
import { brushParams } from "./prepare-brush";
import type { Measure } from "./prepare-histogram";
import { useHistogram } from "./use-histogram";

const HistogramChart = partLoadedLater(async () => (await import("./histogram-chart")).HistogramChart);

const MEASURES: readonly Measure[] = ["calls", "latency", "cost"];

type HistogramStripProps = {
  workspace: Workspace;
  query: string;
  source: SourceChoice;
  areRootsOnly: boolean;
  isPhone: boolean;
  isEnabled: boolean;
  /** Number of calls that started since the list was opened. */
  startedCount: number;
};

/** Calls, latency or cost over the full time range, above the list, with the selected part of it. */
export function HistogramStrip({
  workspace,
  query,
  source,
  areRootsOnly,
  isPhone,
  isEnabled,
  startedCount,
}: HistogramStripProps) {
  const { range, t, setRange } = useTimeRange();
  const { isLive } = useLive();
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [measure, setMeasure] = usePersonalChoice("heddle-histogram", MEASURES, "calls");
  const { measured, brush, isOpenEnded, failure, retry } = useHistogram({
    measure,
    workspace,
    query,
    source,
    areRootsOnly,
    range,
    t,
    isLive,
    isEnabled,
    startedCount,
  });
  // Without the operation the list is all there is; nothing is missing from it.
  if (failure?.kind === "unsupported" && measure === "calls") return null;
  if (measured?.result.buckets.length === 0) return null;
  // Figures of another measure would be read as those of this one.
  const hasFailed = failure !== null && measured?.measure !== measure;
  return (
    <section aria-label="Calls over time" className="h-[92px] flex-none border-y border-line max-md:h-16">
      <div ref={frame} className="relative h-full">
        {hasFailed ? (
          <p role="alert" className="flex h-full items-center gap-2 px-4 text-small text-ink-2">
            Could not load {measure} over time: {failureText(failure).title.toLowerCase()}.
            <Button size="small" onClick={retry}>
              Retry
            </Button>
            {measure === "calls" ? null : (
              <Button size="small" onClick={() => setMeasure("calls")}>
                Show calls
              </Button>
            )}
          </p>
        ) : null}
        {measured === undefined && !failure ? <Skeleton className="absolute bottom-6 left-12 w-40" /> : null}
        {measured && size && !hasFailed ? (
          <HistogramChart
            measured={measured}
            width={size.width}
            height={size.height}
            brush={brush}
            isPinned={isLive && isOpenEnded && (brush === null || brush.toMs === null)}
            isOpenEnded={isOpenEnded}
            isPhone={isPhone}
            onBrush={(next) => setRange({ t, ...brushParams(next) })}
            leading={<MeasureMenu measures={MEASURES} measure={measure} onChange={setMeasure} />}
          />
        ) : null}
      </div>
    </section>
  );
}
