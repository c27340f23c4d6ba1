import {
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { SERIES_AXES, type SeriesSmoothing } from "@/lib/api/contract/training-runs/run-series";

/** The settings of the charts of runs, in the address. */
export const seriesParams = {
  x: parseAsStringLiteral(SERIES_AXES).withDefault("step"),
  smooth: parseAsStringLiteral(["ema", "window"]).withDefault("ema"),
  /** Weight of earlier values. */
  ema: parseAsFloat.withDefault(0.6),
  /** Iterations of the moving mean. */
  window: parseAsInteger.withDefault(21),
  log: parseAsBoolean.withDefault(false),
  clip: parseAsBoolean.withDefault(true),
  /** Ends of the visible range of x; none for all of it. */
  zoom: parseAsArrayOf(parseAsFloat).withDefault([]),
  /** Ends of the visible range of values; null for those of the values. */
  low: parseAsFloat,
  high: parseAsFloat,
  /** Words of the metrics that are shown; empty for the usual order. */
  find: parseAsString.withDefault(""),
  /** Sections that are open, by prefix. */
  open: parseAsArrayOf(parseAsString).withDefault([]),
};

export type SeriesParams = inferParserType<typeof seriesParams>;

/** Returns the smoothing that the service is asked for; null for none. */
export function smoothingOf({ smooth, ema, window }: SeriesParams): SeriesSmoothing | null {
  if (smooth === "window") return window > 1 ? { kind: "window", size: window } : null;
  return ema > 0 ? { kind: "ema", weight: Math.min(ema, 0.99) } : null;
}
