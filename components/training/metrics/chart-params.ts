import {
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { xModes } from "@/lib/training/metrics/metric-chart";

/** The chart settings of a page, in the address. */
export const chartParams = {
  x: parseAsStringLiteral(xModes).withDefault("step"),
  ema: parseAsFloat.withDefault(0.6),
  log: parseAsBoolean.withDefault(false),
  /** Ends of the visible range of x; none for all of it. */
  zoom: parseAsArrayOf(parseAsFloat).withDefault([]),
  pin: parseAsArrayOf(parseAsString).withDefault([]),
};

export type ChartParams = inferParserType<typeof chartParams>;
