import { parseAsStringLiteral } from "nuqs";
import { chartParams } from "@/components/training/chart-params";
import { eventModes } from "./event-modes";

/** Everything that changes what the page shows stands in the address. */
export const jobParams = {
  ...chartParams,
  events: parseAsStringLiteral(eventModes).withDefault("condensed"),
};
