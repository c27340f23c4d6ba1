import { DEFAULT_SOURCE_CHOICE, ofSource, type SourceChoice } from "@/lib/calls/source-choice";
import { joinQuery } from "@/lib/filter/query-text";
import type { TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

/** The page state that links from chart marks carry: the traces of the same filter and range. */
export interface TracesScope {
  readonly slug: string;
  /** The filter of the page. */
  readonly query: string;
  /** Where the calls behind the marks come from, unless the filter says it. */
  readonly source: SourceChoice;
  readonly areRootsOnly: boolean;
  readonly range: TimeRange;
}

export interface TracesFilter {
  /** Terms in addition to those of the page. */
  readonly terms?: readonly string[];
  /** A part of the range, with an exclusive end. */
  readonly span?: { readonly startMs: number; readonly endMs: number };
  /** As the list writes it: `-summary.weave.latency_ms`. */
  readonly sort?: string;
}

export const SLOWEST_FIRST = "-summary.weave.latency_ms";

/**
 * Returns the filter of a link to the calls of a source. Where the list may not have the switch, because the service is not
 * known to tell sources apart, a page that has learned it from an answer names the source in the filter.
 */
export function linkedSource(
  { knowsSources }: Pick<Workspace, "knowsSources">,
  query: string,
  source: SourceChoice,
): Pick<TracesScope, "query" | "source"> {
  return knowsSources ? { query, source } : { query: ofSource(query, source), source: "all" };
}

/** Returns the address of the list of all calls that a filter selects, wherever they come from and at any time. */
export function allCallsHref(slug: string, query: string): string {
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", source: "all", q: query })}`;
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Returns the address of the list of traces behind a mark. */
export function tracesHref(scope: TracesScope, { terms = [], span, sort }: TracesFilter = {}): string {
  const search = new URLSearchParams();
  const query = joinQuery([scope.query, ...terms].filter((text) => text !== ""));
  if (query !== "") search.set("q", query);
  // The source that an address without one means.
  if (scope.source !== DEFAULT_SOURCE_CHOICE) search.set("source", scope.source);
  if (!scope.areRootsOnly) search.set("grain", "all");
  for (const [name, value] of rangeParams(scope.range, span)) search.set(name, value);
  if (sort !== undefined) search.set("sort", sort);
  return `/${scope.slug}/traces?${search}`;
}

function rangeParams(range: TimeRange, span: TracesFilter["span"]): [string, string][] {
  // The list's end of the range is inclusive.
  if (span) {
    return [
      ["from", iso(span.startMs)],
      ["to", iso(span.endMs - 1)],
    ];
  }
  if (range.kind === "relative") return [["t", range.text]];
  if (range.kind === "all") return [["t", "all"]];
  const ends: [string, number | null][] = [
    ["from", range.fromMs],
    ["to", range.toMs],
  ];
  return ends.flatMap(([name, timeMs]) => (timeMs === null ? [] : [[name, iso(timeMs)]]));
}
