import { parseAsBoolean, parseAsStringLiteral } from "nuqs";
import { eventModes } from "@/app/(dashboard)/[workspace]/training/[jobId]/events/event-modes";
import { chartParams } from "@/components/training/metrics/chart-params";

/** Everything that changes the contents of the page is in the URL. */
export const jobParams = {
  ...chartParams,
  /** True to show all metrics, not only the key metrics. */
  full: parseAsBoolean.withDefault(false),
  events: parseAsStringLiteral(eventModes).withDefault("condensed"),
};
