import type { MeasuredFigure } from "@/lib/api/contract/measures/measured-figures";
import type { WatchCondition, WatchSettings, WatchSettingsInput } from "@/lib/api/contract/watches/watches";
import { compileSelection } from "@/lib/calls/calls-query";
import type { QueryProblem } from "@/lib/filter/query-text";

type Against = Extract<WatchCondition, { kind: "changed" }>["against"];

/** A watch while it is edited: its numbers are still text. Shares are percentages. */
export interface WatchDraft {
  readonly name: string;
  readonly figure: MeasuredFigure;
  readonly score: string;
  readonly query: string;
  readonly areRootsOnly: boolean;
  /** Empty for no groups. */
  readonly by: string;
  readonly windowSeconds: WatchSettings["measure"]["window_seconds"];
  readonly kind: WatchCondition["kind"];
  readonly level: string;
  readonly resolveLevel: string;
  readonly percent: string;
  readonly against: Against;
  readonly forWindows: string;
  readonly leastCalls: string;
  readonly noDataWindows: string;
  readonly quietFrom: string;
  readonly quietTo: string;
  readonly channelIds: readonly string[];
}

export const NEW_WATCH: WatchDraft = {
  name: "",
  figure: "error_share",
  score: "",
  query: "",
  areRootsOnly: true,
  by: "",
  windowSeconds: 300,
  kind: "above",
  level: "5",
  resolveLevel: "",
  percent: "50",
  against: "day",
  forWindows: "2",
  leastCalls: "20",
  noDataWindows: "",
  quietFrom: "",
  quietTo: "",
  channelIds: [],
};

/** Returns the draft of a watch that fires as soon as there is a call of a query. */
export function countingWatch(name: string, query: string): WatchDraft {
  return { ...NEW_WATCH, name, query, figure: "calls", areRootsOnly: false, level: "0", forWindows: "1" };
}

/** Shares are typed as percentages. */
const scaleOf = (figure: MeasuredFigure): number => (figure === "error_share" ? 100 : 1);

/** Returns the unit in which a level of a figure is typed. */
export function unitOf(figure: MeasuredFigure): string {
  if (figure === "error_share") return "%";
  if (figure === "cost_usd") return "USD";
  return figure.startsWith("latency") ? "ms" : "";
}

/** Returns a number without the noise of binary fractions. */
const numberText = (value: number): string => String(Number(value.toPrecision(12)));

/** Returns the draft of a watch that exists. */
export function draftOf(settings: WatchSettings): WatchDraft {
  const { measure, condition, quiet_hours: quiet } = settings;
  const scale = scaleOf(measure.figure);
  const levels =
    condition.kind === "above" || condition.kind === "below"
      ? {
          level: numberText(condition.level * scale),
          resolveLevel: typeof condition.resolve_level === "number" ? numberText(condition.resolve_level * scale) : "",
        }
      : {};
  const change =
    condition.kind === "changed" ? { percent: numberText(condition.percent), against: condition.against } : {};
  return {
    ...NEW_WATCH,
    ...levels,
    ...change,
    name: settings.name,
    figure: measure.figure,
    score: measure.score ?? "",
    query: measure.query_text,
    areRootsOnly: measure.filter.trace_roots_only === true,
    by: measure.by ?? "",
    windowSeconds: measure.window_seconds,
    kind: condition.kind,
    forWindows: String(settings.for_windows),
    leastCalls: String(settings.least_calls),
    noDataWindows: settings.no_data_windows ? String(settings.no_data_windows) : "",
    quietFrom: quiet?.from ?? "",
    quietTo: quiet?.to ?? "",
    channelIds: settings.channel_ids,
  };
}

const numberOf = (text: string): number | null => {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

/** Returns the condition of a draft; null while a number is missing. */
function conditionOf(draft: WatchDraft): WatchCondition | null {
  const { kind, figure, against } = draft;
  const scale = scaleOf(figure);
  if (kind === "no_data") return { kind };
  if (kind === "changed") {
    const percent = numberOf(draft.percent);
    return percent === null ? null : { kind, percent, against };
  }
  const level = numberOf(draft.level);
  const resolve = numberOf(draft.resolveLevel);
  if (level === null || (resolve === null && draft.resolveLevel.trim() !== "")) return null;
  return { kind, level: level / scale, resolve_level: resolve === null ? null : resolve / scale };
}

/** The settings of a draft, and the reasons why it cannot be saved. */
interface ReadDraft {
  /** Null while a part is missing or cannot be read. */
  readonly settings: WatchSettingsInput | null;
  readonly missing: readonly string[];
  /** Terms of the query that cannot be read. */
  readonly problems: readonly QueryProblem[];
}

/** Reads a draft. @param timeZone of the quiet hours */
export function readWatchDraft(draft: WatchDraft, projectId: string, timeZone: string): ReadDraft {
  const { query, areRootsOnly, figure, score, by, name } = draft;
  const {
    filter,
    query: expression,
    problems,
  } = compileSelection({
    ...{ projectId, query, areRootsOnly, fromMs: null, toMs: null },
  });
  const condition = conditionOf(draft);
  const [forWindows, leastCalls, noDataWindows] = [draft.forWindows, draft.leastCalls, draft.noDataWindows].map(
    numberOf,
  );
  const hasQuiet = draft.quietFrom !== "" || draft.quietTo !== "";
  const missing = [
    ...(name.trim() === "" ? ["a name"] : []),
    ...(figure === "score" && score.trim() === "" ? ["a score"] : []),
    ...(condition === null ? ["a level"] : []),
    ...(forWindows === null ? ["a number of windows"] : []),
    ...(leastCalls === null ? ["a least number of calls"] : []),
    ...(hasQuiet && (draft.quietFrom === "" || draft.quietTo === "") ? ["both ends of the quiet hours"] : []),
  ];
  if (missing.length > 0 || problems.length > 0 || condition === null) return { settings: null, missing, problems };
  const settings: WatchSettingsInput = {
    name: name.trim(),
    measure: {
      figure,
      ...(figure === "score" ? { score: score.startsWith("score.") ? score : `score.${score}` } : {}),
      query_text: query,
      filter,
      query: expression ?? null,
      by: by === "" || figure.startsWith("latency") ? null : by,
      window_seconds: draft.windowSeconds,
    },
    condition,
    for_windows: forWindows ?? 2,
    least_calls: leastCalls ?? 20,
    no_data_windows: noDataWindows ?? null,
    quiet_hours: hasQuiet ? { from: draft.quietFrom, to: draft.quietTo, time_zone: timeZone } : null,
    channel_ids: [...draft.channelIds],
  };
  return { settings, missing, problems };
}
