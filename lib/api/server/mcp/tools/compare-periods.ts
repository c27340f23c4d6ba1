import { z } from "zod";
import type { CallGroupValue } from "@/lib/api/contract/calls/call-stats";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { formatDuration } from "@/lib/format/duration";
import { type FigureRow, figureRow, figureRowOf, shareText } from "./figure-row";
import { type Bounds, compileQuery, rangeText } from "./shared-input";
import { needing } from "./unsupported";

const GROUP_LIMIT = 100;
const MAX_ROWS = 25;

export const periodRow = z.object({
  value: z.string().describe("The op; all calls together are `all calls`."),
  left: figureRow.nullable().describe("Null when the op has no calls in that period."),
  right: figureRow.nullable(),
});

export type PeriodRow = z.infer<typeof periodRow>;

async function readPeriod({ service, projectId }: OpenWorkspace, query: string, { fromMs, toMs }: Bounds) {
  const selection = compileQuery(projectId, query, { fromMs: null, toMs: null }, false);
  const body = {
    project_id: projectId,
    filter: selection.filter,
    ...(selection.query === undefined ? {} : { query: selection.query }),
    ...(fromMs === null ? {} : { after: new Date(fromMs).toISOString() }),
    ...(toMs === null ? {} : { before: new Date(toMs).toISOString() }),
    groups: [{ by: "op", limit: GROUP_LIMIT }],
  };
  return await needing(
    "calls.stats",
    "Periods cannot be compared; figures counts calls.",
    service.call("calls.stats", { body }),
  );
}

const ratio = (left: number, right: number) => Math.abs(Math.log((right + 1) / (left + 1)));

/** How much a row changed: new and vanished ops first, then errors and latency by their ratio. */
function change({ left, right }: PeriodRow): number {
  if (!left || !right) return 100;
  const share = (row: FigureRow) => (row.calls === 0 ? 0 : (100 * row.errors) / row.calls);
  return 2 * ratio(share(left), share(right)) + ratio(left.p90_ms ?? 0, right.p90_ms ?? 0);
}

/** Compares the figures of two periods: all calls, then op by op, the largest changes first. */
export async function comparePeriods(
  workspace: OpenWorkspace,
  query: string,
  left: Bounds,
  right: Bounds,
): Promise<{ rows: PeriodRow[]; omittedCount: number }> {
  const [before, after] = await Promise.all([readPeriod(workspace, query, left), readPeriod(workspace, query, right)]);
  const byValue = (values: readonly CallGroupValue[]) =>
    new Map(values.map(({ value, ...figures }) => [value ?? "no op", figureRowOf(figures)]));
  const [lefts, rights] = [byValue(before.groups[0]?.values ?? []), byValue(after.groups[0]?.values ?? [])];
  const ops = [...new Set([...lefts.keys(), ...rights.keys()])].map(
    (value): PeriodRow => ({ value, left: lefts.get(value) ?? null, right: rights.get(value) ?? null }),
  );
  ops.sort((one, other) => change(other) - change(one));
  const all = { value: "all calls", left: figureRowOf(before.totals), right: figureRowOf(after.totals) };
  return { rows: [all, ...ops.slice(0, MAX_ROWS)], omittedCount: Math.max(0, ops.length - MAX_ROWS) };
}

export function periodsText(rows: readonly PeriodRow[], left: Bounds, right: Bounds): string {
  const latency = (row: FigureRow | null) => (row?.p90_ms == null ? "" : formatDuration(row.p90_ms));
  const share = (row: FigureRow | null) => (row === null ? "" : shareText(row.errors, row.calls));
  const number = (name: string) => ({ name, isNumber: true });
  const columns = [{ name: "op" }, ...["calls A", "calls B", "error % A", "error % B", "p90 A", "p90 B"].map(number)];
  const cells = rows.map(({ value, left: a, right: b }) => [
    value,
    String(a?.calls ?? 0),
    String(b?.calls ?? 0),
    share(a),
    share(b),
    latency(a),
    latency(b),
  ]);
  return `A: ${rangeText(left)}\nB: ${rangeText(right)}\n\n${textTable(columns, cells)}`;
}
