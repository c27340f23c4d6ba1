import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { SqlParameters } from "@/lib/sql/sql-parameter";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const QUOTED = /^'(.*)'$/s;

/** A time as the engine compares it with a column of times. */
const engineTime = (timeMs: number) => new Date(timeMs).toISOString().replace("T", " ").replace("Z", "");

/** The values of `from` and `to` where nothing was entered: the time range of the page. */
export function usualValues(range: TimeRange, nowMs: number): Readonly<Record<string, string>> {
  const { fromMs, toMs } = resolveTimeRange(range, nowMs);
  return { from: engineTime(fromMs ?? 0), to: engineTime(toMs ?? nowMs) };
}

/**
 * Returns the values of the parameters that a query names. What looks like a number is one, unless it is in quotes; a parameter
 * without a value is left out, which the service says.
 */
export function sentParameters(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
  usual: Readonly<Record<string, string>>,
): SqlParameters {
  const entries = names.flatMap((name) => {
    const typed = values[name] ?? "";
    const value = typed === "" ? usual[name] : typed;
    return value === undefined ? [] : [[name, sentValue(value)] as const];
  });
  return Object.fromEntries(entries);
}

function sentValue(text: string): string | number {
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  return NUMBER.test(text) ? Number(text) : text;
}
