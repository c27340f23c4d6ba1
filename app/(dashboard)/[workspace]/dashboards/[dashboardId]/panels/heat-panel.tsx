"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { Link } from "@/components/ui/link";
import { windowText } from "@/components/watches/watch-words";
import { timeTicks } from "@/lib/chart/ticks";
import type { PanelData } from "./panel-series";
import { panelTitle } from "./panel-words";
import { prepareHeat } from "./prepare-heat";

const MAX_TICKS = 5;

/** A measure by group and time, the more the darker. Names lead to all calls of a group, cells to those of a window. */
export function HeatPanel({ data }: { data: PanelData }) {
  const { panel, measured } = data;
  const router = useRouter();
  const heat = useMemo(() => prepareHeat(data), [data]);
  const title = panelTitle(panel);
  const lengthMs = Math.max(1, heat.toMs - heat.fromMs);
  return (
    <ChartFrame
      title={title}
      unit={`per ${windowText(measured.window_seconds)}, darkest ${heat.most}`}
      summary={heat.summary}
      table={heat.table}
      fileName={title}
      isDrawing={false}
      className="h-full"
    >
      <div className="flex min-h-0 flex-1 flex-col pr-3 pb-2 pl-4 max-md:pl-3">
        <ul aria-label={title} className="flex min-h-0 flex-1 flex-col gap-px">
          {heat.rows.map((row) => (
            <li key={row.key} className="grid min-h-0 flex-1 grid-cols-[minmax(0,112px)_minmax(0,1fr)] gap-2">
              <Link
                href={row.href}
                aria-label={`${row.label}: ${row.total}`}
                title={`${row.label}: ${row.total}`}
                className="flex items-center text-micro text-ink-2 outline-offset-[-2px] hover:underline"
              >
                <span className="truncate">{row.label}</span>
              </Link>
              <svg
                width="100%"
                height="100%"
                viewBox={`0 0 ${row.cells.length} 1`}
                preserveAspectRatio="none"
                aria-hidden="true"
                className="min-h-0 cursor-pointer"
              >
                {row.cells.map((cell, at) => (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the name of the row is the link for keys
                  <rect
                    key={cell.startMs}
                    x={at + 0.06}
                    width={0.88}
                    height={1}
                    fill={cell.step === null ? "transparent" : `var(--vat-${cell.step})`}
                    onClick={() => router.push(cell.href)}
                  >
                    <title>{cell.title}</title>
                  </rect>
                ))}
              </svg>
            </li>
          ))}
        </ul>
        <div aria-hidden="true" className="relative mt-1 ml-[120px] h-4 flex-none text-micro text-ink-3">
          {timeTicks(heat.fromMs, heat.toMs, MAX_TICKS).map(({ value, label }) => (
            <span
              key={value}
              className="absolute -translate-x-1/2 whitespace-nowrap"
              style={{ left: `${((value - heat.fromMs) / lengthMs) * 100}%` }}
            >
              {label}
            </span>
          ))}
        </div>
      </div>
    </ChartFrame>
  );
}
