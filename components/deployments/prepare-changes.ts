import type { TracesScope } from "@/lib/address/traces-href";
import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import { DEFAULT_SOURCE_CHOICE } from "@/lib/calls/source-choice";
import type { Bucket } from "@/lib/chart/stacks";
import { bucketSpans, type CountedBuckets } from "@/lib/chart/time-buckets";
import { formatTime, parseTime } from "@/lib/format/time";

/** A change of what runs, at its place in the charts. */
export interface Change {
  readonly key: string;
  readonly name: string;
  readonly timeMs: number;
  /** From 0 at the start of the first bucket to 1 at the end of the last one. */
  readonly place: number;
  /** False where another name would overlap: that of a mark before that of a release, and the later one before the earlier. */
  readonly isNamed: boolean;
  /** What is known of it. */
  readonly text: string;
  /** The overview of the time after it, compared with as much time before it; null where hardly any time has passed. */
  readonly href: string | null;
}

/** More lines hide the bars. The newest are shown. */
const MAX_SHOWN = 12;

/** The least distance of two names, as a part of the range. */
const NAME_ROOM = 0.16;

/** The least time that can be compared with the time before. */
const MIN_COMPARED_MS = 60_000;

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** From the start of the first span to the end of the last one; null without any. */
export function wholeSpan(spans: readonly Bucket[]): Bucket | null {
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? { startMs: first.startMs, endMs: last.endMs } : null;
}

/** The whole buckets: a range that moves asks again only when a bucket begins. */
export const chartSpan = (result: CountedBuckets): Bucket | null => wholeSpan(bucketSpans(result));

/** Returns the request of the changes of a span. */
export const changesBody = (projectId: string, { startMs, endMs }: Bucket) => ({
  ...{ project_id: projectId, after: iso(startMs), before: iso(endMs) },
});

/**
 * Returns the newest changes of the span of a chart, the earliest first. A release that is also marked stands where it was
 * marked.
 */
export function prepareChanges(
  { deployments, releases }: DeploymentsList,
  span: Bucket,
  scope: TracesScope,
  nowMs: number,
): readonly Change[] {
  const marked = new Set(deployments.map(({ name }) => name));
  const found = [
    ...deployments.map(({ id, name, at, note }) => ({ key: id, name, at, isMark: true, note })),
    ...(releases ?? [])
      .filter(({ release }) => !marked.has(release))
      .map(({ release, at }) => ({ key: release, name: release, at, isMark: false, note: "" })),
  ].flatMap(({ at, ...change }) => {
    const timeMs = parseTime(at);
    return timeMs === null || timeMs < span.startMs || timeMs >= span.endMs ? [] : [{ ...change, timeMs }];
  });
  const shown = found.sort((left, right) => left.timeMs - right.timeMs).slice(-MAX_SHOWN);
  const placeOf = (timeMs: number) => (timeMs - span.startMs) / (span.endMs - span.startMs);
  const named = new Set<number>();
  const byImportance = shown.toReversed().toSorted((left, right) => Number(right.isMark) - Number(left.isMark));
  for (const { timeMs } of byImportance) {
    const isFree = [...named].every((other) => Math.abs(placeOf(other) - placeOf(timeMs)) >= NAME_ROOM);
    if (isFree) named.add(timeMs);
  }
  return shown.map(({ key, name, timeMs, isMark, note }) => {
    const what = `${name}: ${isMark ? "deployed" : "first call"} ${formatTime(timeMs, nowMs)}`;
    return {
      ...{ key, name, timeMs, place: placeOf(timeMs), isNamed: named.has(timeMs) },
      text: note === "" ? what : `${what}. ${note}`,
      href: beforeAndAfter(scope, timeMs, Math.min(span.endMs, nowMs)),
    };
  });
}

function beforeAndAfter({ slug, query, source, areRootsOnly }: TracesScope, timeMs: number, endMs: number) {
  if (endMs - timeMs < MIN_COMPARED_MS) return null;
  const search = new URLSearchParams({ from: iso(timeMs), to: iso(endMs) });
  if (query !== "") search.set("q", query);
  if (source !== DEFAULT_SOURCE_CHOICE) search.set("source", source);
  if (areRootsOnly) search.set("roots", "true");
  return `/${slug}/overview?${search}`;
}
