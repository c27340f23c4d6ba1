import type { Band, Line } from "@/components/chart/lines-chart-props";
import { measuredText } from "@/components/watches/watch-words";
import { type TracesScope, tracesHref } from "@/lib/address/traces-href";
import type { WatchPreview, WatchSettings } from "@/lib/api/contract/watches/watches";
import type { ChartTable } from "@/lib/chart/chart-table";
import { type Axis, linearAxis } from "@/lib/chart/ticks";
import { spanName } from "@/lib/chart/time-buckets";
import { formatCount } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";

type Group = WatchPreview["groups"][number];
type State = Group["states"][number]["state"];

/** The past of a measure with the rule laid over it. */
export interface PreviewChart {
  readonly lines: readonly Line[];
  readonly bands: readonly Band[];
  readonly yAxis: Axis;
  readonly table: ChartTable;
  /** Stretches of a state that is not quiet, as shares of the range. */
  readonly stretches: readonly { readonly state: State; readonly from: number; readonly width: number }[];
}

/** More spans cannot be pressed apart. */
const MAX_BANDS = 96;

const timeOf = (time: string): number => parseTime(time) ?? 0;

/** Returns the levels of a rule, which lie over its measure as lines. */
function levelsOf({ condition }: Pick<WatchSettings, "condition">): { key: string; value: number }[] {
  if (condition.kind !== "above" && condition.kind !== "below") return [];
  const resolve = condition.resolve_level;
  return [
    { key: condition.kind, value: condition.level },
    ...(typeof resolve === "number" && resolve !== condition.level ? [{ key: "resolves", value: resolve }] : []),
  ];
}

/** Returns the chart of one group; its spans lead to the calls behind them. */
export function preparePreview(
  preview: WatchPreview,
  group: Group,
  settings: Pick<WatchSettings, "measure" | "condition">,
  scope: TracesScope,
  nowMs: number,
): PreviewChart {
  const { figure, window_seconds: width } = settings.measure;
  const [fromMs, toMs] = [timeOf(preview.after), timeOf(preview.before)];
  const points = group.points.map(({ start, value, calls }) => ({
    ...{ startMs: timeOf(start), timeMs: timeOf(start) + width * 500, value, calls },
  }));
  const levels = levelsOf(settings);
  const size = Math.max(1, Math.ceil(points.length / MAX_BANDS));
  const spans = Array.from({ length: Math.ceil(points.length / size) }, (_, at) =>
    points.slice(at * size, (at + 1) * size),
  );
  const stateAt = (startMs: number): State =>
    group.states.find(({ from, to }) => timeOf(from) <= startMs && startMs < timeOf(to))?.state ?? "ok";
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    lines: [
      { key: "value", label: "value", color: "var(--vat-6)", width: 1.4, points },
      ...levels.map(({ key, value }) => ({
        ...{ key, label: key, color: key === "resolves" ? "var(--ink-3)" : "var(--err)", width: 1, isDotted: true },
        points: [fromMs, toMs].map((timeMs) => ({ timeMs, value })),
      })),
    ],
    yAxis: linearAxis(Math.max(...known, ...levels.map(({ value }) => value), 0), (value) =>
      measuredText(figure, value),
    ),
    bands: spans.map((span): Band => {
      const startMs = span[0]?.startMs ?? fromMs;
      const endMs = (span.at(-1)?.startMs ?? startMs) + width * 1000;
      const values = span.flatMap(({ value }) => (value === null ? [] : [value]));
      const isFiring = span.some((point) => stateAt(point.startMs) === "firing");
      return {
        startMs,
        endMs,
        href: tracesHref(scope, { span: { startMs, endMs } }),
        tip: {
          title: isFiring ? "Would have fired" : "Measure",
          when: spanName({ startMs, endMs }, nowMs),
          facts: [
            { label: "Highest", value: measuredText(figure, values.length === 0 ? null : Math.max(...values)) },
            { label: "Calls", value: formatCount(span.reduce((sum, { calls }) => sum + calls, 0)) },
          ],
          action: "Click to list the calls",
        },
      };
    }),
    table: {
      head: ["Start", "Value", "Calls", "State"],
      rows: points.map(({ startMs, value, calls }) => [
        new Date(startMs).toISOString(),
        value,
        calls,
        stateAt(startMs),
      ]),
    },
    stretches: group.states.map(({ state, from, to }) => ({
      state,
      from: (timeOf(from) - fromMs) / Math.max(1, toMs - fromMs),
      width: (timeOf(to) - timeOf(from)) / Math.max(1, toMs - fromMs),
    })),
  };
}
