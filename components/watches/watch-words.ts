import type { MeasuredFigure } from "@/lib/api/contract/measures/measured-figures";
import type { Measure } from "@/lib/api/contract/measures/measures";
import type { Watch, WatchSettings } from "@/lib/api/contract/watches/watches";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import type { Status } from "@/lib/format/status";
import { formatTokens } from "@/lib/format/tokens";
import { scoreText } from "@/lib/score/score-text";

export const FIGURE_LABELS: Readonly<Record<MeasuredFigure, string>> = {
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
  score: "Mean of a score",
};

/** Returns the name of a measure: that of its score, or of its figure. */
export function measureName({
  figure,
  score,
}: Pick<Measure, "figure"> & { score?: string | null | undefined }): string {
  return figure === "score" && score ? score : FIGURE_LABELS[figure];
}

const percentText = (share: number) => `${Number((share * 100).toPrecision(3))}%`;

/** Returns a value of a measure with its unit; a dash where it is not known. */
export function measuredText(figure: MeasuredFigure, value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (figure === "error_share") return percentText(value);
  if (figure === "cost_usd") return formatTotalCost(value);
  if (figure === "score") return scoreText(value);
  if (figure === "tokens") return formatTokens(Math.round(value));
  return figure.startsWith("latency") ? formatDuration(value) : formatCount(Math.round(value));
}

export function windowText(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
}

/** Returns a rule as a phrase: "above 5% for 10 min". */
export function ruleText({ measure, condition, for_windows: windows }: WatchSettings): string {
  const duration = windowText(windows * measure.window_seconds);
  if (condition.kind === "no_data") return `no calls for ${duration}`;
  if (condition.kind === "changed") {
    const against = { previous: "the window before", day: "the day before", week: "the week before" }[
      condition.against
    ];
    return `changed by ${condition.percent}% against ${against}, for ${duration}`;
  }
  return `${condition.kind} ${measuredText(measure.figure, condition.level)} for ${duration}`;
}

interface StateWord {
  readonly word: string;
  readonly status: Status;
}

const STATE_WORDS: Readonly<Record<Watch["state"], StateWord>> = {
  firing: { word: "Firing", status: "error" },
  pending: { word: "Pending", status: "warning" },
  no_data: { word: "No data", status: "unknown" },
  ok: { word: "Quiet", status: "ok" },
  collecting: { word: "Collecting", status: "running" },
  off: { word: "Off", status: "unknown" },
};

/** Returns the state of a watch in words, with its glyph. Muted and acknowledged are said beside it. */
export const stateOf = ({ state }: Pick<Watch, "state">): StateWord => STATE_WORDS[state];

/** The order of lists: firing first. */
const ORDER: readonly Watch["state"][] = ["firing", "pending", "no_data", "collecting", "ok", "off"];

export function sortedWatches(watches: readonly Watch[]): readonly Watch[] {
  return [...watches].sort((left, right) => ORDER.indexOf(left.state) - ORDER.indexOf(right.state));
}
