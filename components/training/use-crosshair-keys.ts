"use client";

import { useKeys } from "@/components/layout/keyboard";
import type { Crosshair } from "./crosshair";
import type { MetricTable } from "./metric-table";
import type { XMode } from "./prepare-metric-chart";
import { nearestIndex } from "./prepare-pixels";

const FAR = 5;

/** Left and right move the crosshair by what was logged, with Shift by five; L follows the live end. */
export function useCrosshairKeys(table: MetricTable, x: XMode, crosshair: Crosshair): void {
  const move = (by: number) => {
    const list = x === "step" ? table.steps : table.timesMs;
    const offset = x === "relative" ? (list[0] ?? 0) : 0;
    if (list.length === 0) return;
    const at = crosshair.at();
    const from = at === null ? list.length - 1 : nearestIndex(list, at + offset);
    const next = list[Math.min(list.length - 1, Math.max(0, from + by))];
    if (next !== undefined) crosshair.move(next - offset);
  };
  useKeys({
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    "Shift+ArrowLeft": () => move(-FAR),
    "Shift+ArrowRight": () => move(FAR),
    l: () => crosshair.move(null),
    Escape: () => crosshair.move(null),
  });
}
