import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { graphForms } from "@/app/(dashboard)/[workspace]/traces/[callId]/graph/trace-graph";
import { parseAsTimeSpan } from "@/components/trace/time/time-span-param";
import { parseAsFoldRule } from "@/components/trace/tree/fold-param";
import { detailTabs } from "@/lib/calls/detail-tabs";

/** The views of a trace. */
const traceViews = ["tree", "timeline", "flame", "graph", "log", "transcript", "statistics"] as const;

export type TraceViewName = (typeof traceViews)[number];

/** How the timeline groups calls into lanes. */
export const laneGroupings = ["depth", "kind"] as const;

export const traceParams = {
  /** The selected call; defaults to the one in the path. */
  sel: parseAsString,
  /** The tab of the details; defaults to the most informative one for the call. */
  tab: parseAsStringLiteral(detailTabs),
  view: parseAsStringLiteral(traceViews).withDefault("tree"),
  /** The search text. */
  q: parseAsString.withDefault(""),
  fold: parseAsFoldRule,
  /** The visible time range; defaults to the full trace. */
  zoom: parseAsTimeSpan,
  /** The span of time whose calls are added up; none by default. */
  area: parseAsTimeSpan,
  /** Whether pauses in which nothing ran are shortened. */
  short: parseAsBoolean.withDefault(false),
  /** Whether the critical path is marked. */
  path: parseAsBoolean.withDefault(false),
  nodes: parseAsStringLiteral(graphForms).withDefault("steps"),
  lanes: parseAsStringLiteral(laneGroupings).withDefault("depth"),
};
