import type { MeasuredFigure } from "@/lib/api/contract/measures/measured-figures";
import type { Measure } from "@/lib/api/contract/measures/measures";
import { ALL_CALLS, type Point } from "@/service/traces/measures/read-measure";
import type { Rule, WatchEventKind } from "@/service/watches/rules/watch-course";

const NAMES: Readonly<Record<Exclude<MeasuredFigure, "score">, string>> = {
  calls: "Calls",
  errors: "Errors",
  error_share: "Share of errors",
  latency_p50: "Latency p50",
  latency_p90: "Latency p90",
  latency_p99: "Latency p99",
  tokens: "Tokens",
  cost_usd: "Cost",
  threads: "Threads",
  users: "Users",
};

const nameOf = ({ figure, score }: Measure): string => (figure === "score" ? (score ?? "Score") : NAMES[figure]);

const rounded = (value: number): string => String(Number(value.toPrecision(3)));

function valueText({ figure }: Measure, value: number): string {
  if (figure === "error_share") return `${rounded(value * 100)}%`;
  if (figure.startsWith("latency")) return `${rounded(value)} ms`;
  return figure === "cost_usd" ? `$${rounded(value)}` : rounded(value);
}

const minutesText = (seconds: number): string => {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
};

function conditionText({ measure, condition, for_windows: windows }: Rule): string {
  const duration = minutesText(windows * measure.window_seconds);
  if (condition.kind === "no_data") return `no calls for ${duration}`;
  if (condition.kind === "changed") return `changed by ${rounded(condition.percent)}% or more`;
  return `${condition.kind} ${valueText(measure, condition.level)} for ${duration}`;
}

/** Returns what happened, in words with the figures that it rests on. */
export function eventSentence(rule: Rule, kind: WatchEventKind, grouped: string, point: Point): string {
  const { measure } = rule;
  const group = grouped === ALL_CALLS ? "" : ` of ${JSON.parse(grouped) ?? "no value"}`;
  const value = point.value === null ? "" : ` ${valueText(measure, point.value)}`;
  const calls = `${point.calls} ${point.calls === 1 ? "call" : "calls"}`;
  if (kind === "no_data") return `${nameOf(measure)}${group}: no data`;
  if (kind === "resolved") return `${nameOf(measure)}${group} is back to normal:${value || " no value"}, ${calls}`;
  return `${nameOf(measure)}${group}${value}, ${conditionText(rule)}, ${calls}`;
}
