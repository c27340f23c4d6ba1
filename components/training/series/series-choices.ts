import { rangeAround } from "@/lib/training/metrics/metric-chart";
import type { RestartMark } from "@/lib/training/series/restart-mark";
import type { SeriesChoices } from "@/lib/training/series/series-chart";
import type { SeriesParams } from "./series-params";
import type { LoadedRun } from "./use-run-series";

/** The header of the first column of tables of series. */
export const X_LABELS = { step: "iteration", tokens: "tokens", time: "seconds" } as const;

/** Returns the ends of x over all runs; empty where they are not known. */
export function extentOf(loaded: readonly LoadedRun[]): readonly [] | readonly [number, number] {
  const ends = loaded.flatMap(({ page }) => page?.extent ?? []);
  return ends.length === 0 ? [] : [Math.min(...ends), Math.max(...ends)];
}

/** Returns the visible range of x: the chosen one, otherwise all iterations of all runs. */
function rangeOf(loaded: readonly LoadedRun[], { zoom: [from, to] }: SeriesParams): readonly [number, number] {
  if (from !== undefined && to !== undefined) return [from, to];
  const [first, last] = extentOf(loaded);
  return first === undefined || last === undefined ? [0, 1] : rangeAround([first, last]);
}

/** Returns what all charts of the runs share. */
export function choicesOf(loaded: readonly LoadedRun[], params: SeriesParams): SeriesChoices {
  const x = loaded.find(({ page }) => page)?.page?.x ?? "step";
  const bounds = [params.low, params.high] as const;
  return { x, isLog: params.log, isClipped: params.clip, range: rangeOf(loaded, params), bounds };
}

/** Returns where the runs began again. Of several runs each has marks of its own color, and with its name. */
export function restartMarks(loaded: readonly LoadedRun[]): readonly RestartMark[] {
  const isNamed = loaded.length > 1;
  return loaded.flatMap(({ run: { id, label, color }, page }) =>
    (page?.restarts ?? []).map((x) => ({
      ...{ id, x, color: isNamed ? color : "var(--warn)" },
      text: isNamed ? `${label} began again here` : "Began again here",
    })),
  );
}
