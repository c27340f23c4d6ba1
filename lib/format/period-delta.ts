import { formatCount } from "./count";

/** The change of a figure against the compared range; `tone` only when more is clearly better or worse. */
export interface PeriodDelta {
  readonly direction: "up" | "down" | "same" | "new";
  readonly text: string;
  readonly tone: "better" | "worse" | "plain";
}

/** How a figure is compared with that of another range. */
export interface Compared {
  /** How the difference is written: as a share of the previous value, or in the figure's own unit. */
  readonly difference: "relative" | ((difference: number) => string);
  /** `more` and `less` where that is worse; null where neither is. */
  readonly worse: "more" | "less" | null;
}

/** Shown as no change. */
const MIN_SHARE = 0.0005;

function shareText(share: number): string {
  const percent = share * 100;
  return percent < 10 ? `${percent.toFixed(1)}%` : `${formatCount(percent)}%`;
}

/** From ten times on, a percentage is hard to read, so the factor is shown. */
const FACTOR_FROM = 10;

/** The change of a value; null when either is missing. A value with nothing before it is new. */
export function periodDelta(kind: Compared, value: number | null, before: number | null): PeriodDelta | null {
  if (value === null || before === null) return null;
  const difference = value - before;
  const isRelative = kind.difference === "relative";
  if (difference === 0) return { direction: "same", text: "no change", tone: "plain" };
  if (isRelative && before === 0) return { direction: "new", text: "new", tone: "plain" };
  const size = Math.abs(isRelative ? difference / before : difference);
  const isFactor = isRelative && value / before >= FACTOR_FROM;
  const shown = isFactor ? `×${formatCount(value / before)}` : shareText(size);
  const text = kind.difference === "relative" ? shown : kind.difference(size);
  const isSame = (isRelative && size < MIN_SHARE) || /^0(?:\.0+)?\s/.test(text);
  if (isSame) return { direction: "same", text: "no change", tone: "plain" };
  const isMore = difference > 0;
  const tone = kind.worse === null ? "plain" : isMore === (kind.worse === "more") ? "worse" : "better";
  return { direction: isMore ? "up" : "down", text, tone };
}

/** A figure and its unit, which is drawn smaller; figures with two units are not split. */
export function figureParts(text: string): { value: string; unit: string } {
  const match = /^([\d.,<$−]+)\s?(%|k|M|B|ms|s|kB|MB|GB)$/.exec(text);
  return { value: match?.[1] ?? text, unit: match?.[2] ?? "" };
}

/** A delta for screen readers, which do not announce its arrow. */
export function deltaText(delta: PeriodDelta | null): string {
  if (delta === null) return "no comparison";
  return delta.direction === "up" || delta.direction === "down" ? `${delta.direction} ${delta.text}` : delta.text;
}
