import { formatTime } from "@/lib/format/time";

/** The time range of a page. A relative range stays relative in the address; a chosen one is absolute. */
export type TimeRange =
  | { readonly kind: "relative"; readonly text: string; readonly durationMs: number }
  | { readonly kind: "absolute"; readonly fromMs: number | null; readonly toMs: number | null }
  | { readonly kind: "all" };

/** The query parameters of the range: `?t=24h`, or `?from=…&to=…`. */
export interface TimeRangeParams {
  readonly t: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

const UNIT_NAMES = { m: "min", h: "h", d: "days", w: "weeks" } as const;

export const DEFAULT_RANGE = "24h";

/** The options of the control. */
export const RANGE_PRESETS = ["15m", "1h", "6h", "24h", "7d", "30d", "all"] as const;

/** Reads `24h`, `7d`, `all`; null for any other text. */
export function parseRelative(text: string): TimeRange | null {
  if (text === "all") return { kind: "all" };
  const match = /^([1-9]\d{0,3})([mhdw])$/.exec(text);
  if (!match) return null;
  const [, amount, unit] = match;
  return { kind: "relative", text, durationMs: Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS] };
}

/** Returns the range in the address; an unreadable one falls back to the last 24 hours. */
export function readTimeRange({ t, from, to }: TimeRangeParams): TimeRange {
  const fromMs = from === null ? null : Date.parse(from);
  const toMs = to === null ? null : Date.parse(to);
  const isAbsolute = (fromMs !== null || toMs !== null) && !Number.isNaN(fromMs) && !Number.isNaN(toMs);
  if (isAbsolute) return { kind: "absolute", fromMs, toMs };
  return parseRelative(t ?? DEFAULT_RANGE) ?? readTimeRange({ t: null, from: null, to: null });
}

/**
 * Returns the part of an address that chooses a range: `t=7d`, `from=…&to=…`; `""` for the default one and for an
 * unreadable one.
 */
export function timeRangeSearch(params: TimeRangeParams): string {
  const { t, from, to } = params;
  const range = readTimeRange(params);
  if (range.kind !== "absolute" && t === (range.kind === "all" ? "all" : range.text)) {
    return t === DEFAULT_RANGE ? "" : new URLSearchParams({ t }).toString();
  }
  if (range.kind !== "absolute") return "";
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ t, from, to })) if (value !== null) search.set(name, value);
  return search.toString();
}

/** Returns the range parameters of a query string; null for each that it does not have. */
export function timeRangeParamsOf(search: string): TimeRangeParams {
  const params = new URLSearchParams(search);
  return { t: params.get("t"), from: params.get("from"), to: params.get("to") };
}

/** Returns the address with the default range where it has none: its reader may have chosen another one. */
export function sharedAddress(address: string): string {
  const url = new URL(address);
  if (!["t", "from", "to"].some((name) => url.searchParams.has(name))) url.searchParams.set("t", DEFAULT_RANGE);
  return url.href;
}

/** Returns the start and end of a range at the time `nowMs`; null for an open end. */
export function resolveTimeRange(range: TimeRange, nowMs: number): { fromMs: number | null; toMs: number | null } {
  if (range.kind === "all") return { fromMs: null, toMs: null };
  if (range.kind === "relative") return { fromMs: nowMs - range.durationMs, toMs: null };
  return { fromMs: range.fromMs, toMs: range.toMs };
}

/** The name of a range inside a sentence: `last 24 h`, `all time`, `19 Nov 14:32 to now`. */
export function nameInSentence(rangeName: string): string {
  return rangeName.charAt(0).toLowerCase() + rangeName.slice(1);
}

/** `Last 24 h`, `All time`, `19 Nov 14:32 to now`. */
export function timeRangeName(range: TimeRange, nowMs: number): string {
  if (range.kind === "all") return "All time";
  if (range.kind === "relative") {
    const amount = Number.parseInt(range.text, 10);
    const unit = UNIT_NAMES[range.text.slice(-1) as keyof typeof UNIT_NAMES];
    return `Last ${amount} ${amount === 1 ? unit.replace(/s$/, "") : unit}`;
  }
  const from = range.fromMs === null ? "the start" : formatTime(range.fromMs, nowMs);
  const to = range.toMs === null ? "now" : formatTime(range.toMs, nowMs);
  return `${from} to ${to}`;
}
