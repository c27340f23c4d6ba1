import { parseAsString, parseAsStringLiteral } from "nuqs";
import { detailTabs } from "@/components/trace/detail-tabs";

export const traceParams = {
  /** The selected call; the one in the path when absent. */
  sel: parseAsString,
  tab: parseAsStringLiteral(detailTabs).withDefault("summary"),
};
