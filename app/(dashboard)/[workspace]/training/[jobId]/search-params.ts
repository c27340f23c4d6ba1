import { parseAsStringLiteral } from "nuqs";
import { chartParams } from "@/components/training/chart-params";

export const eventModes = ["condensed", "all"] as const;

/** Everything that changes what the page shows stands in the address. */
export const jobParams = {
  ...chartParams,
  events: parseAsStringLiteral(eventModes).withDefault("condensed"),
};
