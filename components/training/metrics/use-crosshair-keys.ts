"use client";

import { useKeys } from "@/components/keyboard/use-keys";
import type { XMode } from "@/lib/training/metrics/metric-chart";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import { nearestIndex } from "@/lib/training/metrics/pixel-points";
import type { Crosshair } from "./crosshair";

const LARGE_STEP = 5;

/** Left and right move the crosshair between logged values, with Shift by five; L follows the live end. */
export function useCrosshairKeys(table: Pick<MetricTable, "steps" | "timesMs">, x: XMode, crosshair: Crosshair): void {
  const move = (by: number) => {
    const list = x === "step" ? table.steps : table.timesMs;
    const offset = x === "relative" ? (list[0] ?? 0) : 0;
    if (list.length === 0) return;
    const at = crosshair.getState();
    const from = at === null ? list.length - 1 : nearestIndex(list, at + offset);
    const next = list[Math.min(list.length - 1, Math.max(0, from + by))];
    if (next !== undefined) crosshair.move(next - offset);
  };
  useKeys("crosshair", {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    "Shift+ArrowLeft": () => move(-LARGE_STEP),
    "Shift+ArrowRight": () => move(LARGE_STEP),
    l: () => crosshair.move(null),
  });
  useKeys("everywhere", { Escape: () => crosshair.move(null) });
}
