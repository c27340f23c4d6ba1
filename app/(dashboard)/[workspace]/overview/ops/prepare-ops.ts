import { errorRate } from "@/app/(dashboard)/[workspace]/overview/figures/prepare-overview-figures";
import type { CallGroup } from "@/lib/api/contract/calls/call-stats";
import { callKind } from "@/lib/calls/call-facts";
import type { Kind } from "@/lib/calls/call-kind";
import { type Grouping, groupingOf, valueLabel } from "@/lib/calls/grouping";
import { NO_USER_NAMES, type UserNames } from "@/lib/format/user-name";
import type { Sort } from "@/lib/table/sort";

/** One op of the table, or one value of another group. */
export interface OpRow {
  /** The displayed name of the value. */
  readonly name: string;
  /** Null for calls without a value. */
  readonly value: string | null;
  readonly kind: Kind;
  readonly callCount: number;
  readonly errorRate: number | null;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** Null where no call reports tokens. */
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** From the first share on, errors are colored; from the second on, the row is marked. */
export const ELEVATED_ERROR_SHARE = 0.05;
export const HIGH_ERROR_SHARE = 0.1;

const values: Readonly<Record<string, (row: OpRow) => number | string | null>> = {
  op: (row) => row.name,
  calls: (row) => row.callCount,
  errors: (row) => row.errorRate,
  p50: (row) => row.p50Ms,
  p99: (row) => row.p99Ms,
  tokens: (row) => row.tokens,
  cost: (row) => row.costUsd,
};

/**
 * Returns the ops of a range, or the values of another group. The kind of an op that is not yet known is guessed from
 * its name; calls always have an op.
 */
export function prepareOps(
  group: CallGroup | undefined,
  kinds: ReadonlyMap<string, Kind> = new Map(),
  grouping: Grouping = groupingOf("op"),
  userNames: UserNames = NO_USER_NAMES,
): readonly OpRow[] {
  return (group?.values ?? []).flatMap((entry) =>
    entry.value === null && grouping.by === "op"
      ? []
      : [
          {
            name: valueLabel(grouping, entry.value, userNames),
            value: entry.value,
            kind: kinds.get(entry.value ?? "") ?? callKind({ op_name: entry.value ?? "" }),
            callCount: entry.call_count,
            errorRate: errorRate(entry),
            p50Ms: entry.latency_ms?.p50 ?? null,
            p99Ms: entry.latency_ms?.p99 ?? null,
            tokens: entry.usage.requests === 0 && entry.usage.total_tokens === 0 ? null : entry.usage.total_tokens,
            costUsd: entry.cost_usd,
          },
        ],
  );
}

/** The names of the ops, in the order of their letters: refreshed figures then ask for no kinds again. */
export function opNames(group: CallGroup | undefined): readonly string[] {
  return (group?.values ?? []).flatMap(({ value }) => (value === null ? [] : [value])).sort();
}

/** Ops whose name contains a text, sorted; missing figures come last in both directions. */
export function filterAndSortOps(rows: readonly OpRow[], text: string, sort: Sort): readonly OpRow[] {
  const wanted = text.trim().toLowerCase();
  const read = values[sort.field] ?? values.calls;
  const turn = sort.direction === "asc" ? 1 : -1;
  return rows
    .filter((row) => row.name.toLowerCase().includes(wanted))
    .sort((left, right) => {
      const [a, b] = [read?.(left) ?? null, read?.(right) ?? null];
      if (a === null || b === null) return a === b ? left.name.localeCompare(right.name) : a === null ? 1 : -1;
      const order = typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b);
      return order === 0 ? left.name.localeCompare(right.name) : turn * order;
    });
}
