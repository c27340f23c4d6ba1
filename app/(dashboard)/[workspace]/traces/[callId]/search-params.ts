import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseAsZoom } from "@/components/trace/time/zoom-param";
import { parseAsFoldRule } from "@/components/trace/tree/fold-param";
import { detailTabs } from "@/lib/calls/detail-tabs";

/** Ways to look at a trace. */
const traceViews = ["tree", "timeline", "flame", "transcript", "statistics"] as const;

export type TraceViewName = (typeof traceViews)[number];

/** What the lanes of the timeline hold together. */
export const laneGroupings = ["depth", "kind"] as const;

export const traceParams = {
  /** The selected call; the one in the path when absent. */
  sel: parseAsString,
  /** A part of the details; the one that says most of the call when absent. */
  tab: parseAsStringLiteral(detailTabs),
  view: parseAsStringLiteral(traceViews).withDefault("tree"),
  /** The text that is searched for. */
  q: parseAsString.withDefault(""),
  fold: parseAsFoldRule,
  /** The part of time on the screen; all of it when absent. */
  zoom: parseAsZoom,
  /** Whether pauses in which nothing ran are drawn short. */
  short: parseAsBoolean.withDefault(false),
  /** Whether it is marked what the end of the trace waited for. */
  path: parseAsBoolean.withDefault(false),
  lanes: parseAsStringLiteral(laneGroupings).withDefault("depth"),
};
