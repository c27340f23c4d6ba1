import { joinQuery } from "@/lib/filter/query-text";
import type { TimeRange } from "@/lib/filter/time-range";

/** The page state that links from chart marks carry: the traces of the same filter and range. */
export interface TracesScope {
  readonly slug: string;
  /** The filter of the page. */
  readonly query: string;
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

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Returns the address of the list of traces behind a mark. */
export function tracesHref(scope: TracesScope, { terms = [], span, sort }: TracesFilter = {}): string {
  const search = new URLSearchParams();
  const query = joinQuery([scope.query, ...terms].filter((text) => text !== ""));
  if (query !== "") search.set("q", query);
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
