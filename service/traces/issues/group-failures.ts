import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import type { IssueName } from "@/service/traces/store/figures/issue-conditions";
import type { FailedCall } from "@/service/traces/store/figures/new-failures";
import type { ReleaseCalls } from "./issue-course";
import { issueDigest } from "./issue-digest";

/** New calls of one issue. */
export interface NewCalls extends IssueName {
  readonly projectId: string;
  readonly digest: string;
  readonly firstAt: EngineTime;
  readonly lastAt: EngineTime;
  readonly releases: readonly ReleaseCalls[];
}

const earlier = (left: EngineTime, right: EngineTime) => (left < right ? left : right);
const later = (left: EngineTime, right: EngineTime) => (left < right ? right : left);

/** Returns items by a key, in the order of their first ones. */
export function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Returns failed calls by their issue. */
export function groupFailures(calls: readonly FailedCall[]): readonly NewCalls[] {
  const groups = groupedBy(calls, ({ projectId, kind, op, pattern }) => JSON.stringify([projectId, kind, op, pattern]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { projectId, kind, op, pattern } = first;
    const name = { kind, op, pattern };
    const releases = [...groupedBy(group, ({ release }) => release)].map(([release, ofRelease]) => ({
      release,
      lastAt: ofRelease.map(({ startedAt }) => startedAt).reduce(later),
    }));
    const starts = group.map(({ startedAt }) => startedAt);
    const times = { firstAt: starts.reduce(earlier), lastAt: starts.reduce(later) };
    return [{ projectId, digest: issueDigest(name), ...name, ...times, releases }];
  });
}
