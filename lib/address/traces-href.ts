import { joinQuery } from "@/lib/filter/query-text";
import type { TimeRange } from "@/lib/filter/time-range";

/** Where the marks of a page lead: the traces of the same filter and range. */
export interface TracesScope {
  readonly slug: string;
  /** The filter of the page. */
  readonly query: string;
  readonly areRootsOnly: boolean;
  readonly range: TimeRange;
}

export interface TracesFilter {
  /** Terms beside those of the page. */
  readonly terms?: readonly string[];
  /** A part of the range; its end no longer belongs to it. */
  readonly span?: { readonly startMs: number; readonly endMs: number };
  /** As the list writes it: `-summary.weave.latency_ms`. */
  readonly sort?: string;
}

export const SLOWEST_FIRST = "-summary.weave.latency_ms";

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** The address of the list of traces that a mark stands for. */
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
  // The list counts calls that started up to its end, and that moment too.
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
