"use client";

import { useCrosshair } from "@/components/training/metrics/crosshair";
import { MISSING } from "@/lib/format/missing";
import type { SeriesChart } from "@/lib/training/series/series-chart";
import { valueAt } from "@/lib/training/series/value-at";

/** The value of each run at the crosshair, or at the end of its line; several runs in their colors. */
export function ValuesHere({ chart: { lines, format } }: { chart: Pick<SeriesChart, "lines" | "format"> }) {
  const { at } = useCrosshair();
  const isOne = lines.length === 1;
  return (
    <span className="flex min-w-0 items-baseline gap-2 overflow-hidden whitespace-nowrap text-micro text-ink-3 tabular-nums">
      {lines.map((line) => {
        const point = valueAt(line, at);
        return (
          <span key={line.id} title={line.label} className="flex items-center gap-1">
            {isOne ? null : (
              <i aria-hidden="true" className="size-[7px] flex-none rounded-full" style={{ background: line.color }} />
            )}
            {isOne ? null : <span className="sr-only">{line.label}</span>}
            <b className="font-medium text-ink">{point === null ? MISSING : format(point.value)}</b>
            {isOne && point !== null && point.raw !== null ? <span>raw {format(point.raw)}</span> : null}
          </span>
        );
      })}
    </span>
  );
}
