import { parseAsArrayOf, parseAsBoolean, parseAsFloat, parseAsString, parseAsStringLiteral } from "nuqs";
import { xModes } from "@/components/training/prepare-metric-chart";

export const eventModes = ["condensed", "all"] as const;

/** Everything that changes what the page shows stands in the address. */
export const jobParams = {
  x: parseAsStringLiteral(xModes).withDefault("step"),
  ema: parseAsFloat.withDefault(0.6),
  log: parseAsBoolean.withDefault(false),
  /** Ends of the part of x that is drawn; none for all of it. */
  zoom: parseAsArrayOf(parseAsFloat).withDefault([]),
  pin: parseAsArrayOf(parseAsString).withDefault([]),
  events: parseAsStringLiteral(eventModes).withDefault("condensed"),
};
