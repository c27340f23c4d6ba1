import type { AffectedValues, CallFailure } from "@/lib/api/contract/calls/call-failures";
import { groupingOf } from "@/lib/calls/grouping";
import type { LinePoint } from "@/lib/chart/line-points";
import { joinQuery, parseQuery, quoteValue } from "@/lib/filter/query-text";
import { formatCount } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";

/** The field of the account whose key logged a call, where no attribute names a user. */
export const LOGGED_BY = "svc_user_id";

/** Last members of attribute paths that usually name a user, most telling first. */
const USER_NAMES: readonly RegExp[] = [
  /^(?:end_?)?user(?:_?id)?$/i,
  /^(?:customer|member|client)(?:_?id)?$/i,
  /^(?:account|tenant|organi[sz]ation|org)(?:_?id)?$/i,
];

/** Returns the attribute path that names the user of a call, or the account that logged it. */
export function likelyUserField(paths: readonly string[]): string {
  for (const name of USER_NAMES) {
    const found = paths.find((path) => name.test(lastMembers(path)));
    if (found !== undefined) return found;
  }
  return LOGGED_BY;
}

/** `user_id` of `attributes.user_id`, and `user_id` of `attributes.user.id`. */
function lastMembers(path: string): string {
  const [before = "", last = ""] = path.split(".").slice(-2);
  return last.toLowerCase() === "id" ? `${before}_id` : last;
}

/** Returns a field as pages name it: `user`, `attributes.user`. */
export const fieldLabel = (field: string): string => groupingOf(field).label;

/** Returns the query without its terms on the status: figures of failed calls are shares of all calls. */
export function withoutStatus(query: string): string {
  const terms = parseQuery(query).terms.filter(({ field }) => field === "status");
  let [text, removed] = [query, 0];
  for (const { start, text: term } of terms) {
    text = text.slice(0, start - removed) + text.slice(start - removed + term.length);
    removed += term.length;
  }
  return text.trim().replace(/ {2,}/g, (spaces) => (terms.length > 0 ? " " : spaces));
}

/** Returns the query of the failed calls among those of the page: their chart then has a scale of its own. */
export const failedOnly = (query: string): string =>
  joinQuery([withoutStatus(query), "status:error"].filter((part) => part !== ""));

/** The parts of the range in which the calls of a group are counted. */
export const PARTS = 24;

/** The last part of the range, in which a group is recent. */
const RECENT_PART = 0.25;

/** Identifies a group in a list. */
export const failureKey = ({ op, pattern }: Pick<CallFailure, "op" | "pattern">): string => `${op}\n${pattern}`;

/** Returns the calls of a group in the recent part of the range; null from a service that does not count them. */
export function recentCalls({ part_counts: counts }: Pick<CallFailure, "part_counts">): number | null {
  if (!counts || counts.length === 0) return null;
  return counts.slice(Math.round(counts.length * (1 - RECENT_PART))).reduce((sum, count) => sum + count, 0);
}

/** Returns the calls of a group in each part of the range as points, numbered from 0. */
export const partPoints = ({ part_counts: counts }: Pick<CallFailure, "part_counts">): readonly LinePoint[] =>
  (counts ?? []).map((value, part) => ({ timeMs: part, value }));

/**
 * Sorts groups by what is unusual now: recent calls above those expected from the group's own earlier rate, in standard
 * deviations of a Poisson count, then by calls. In the order of the service where recent calls are unknown.
 */
export function byRise(failures: readonly CallFailure[]): readonly CallFailure[] {
  const riseOf = (failure: CallFailure) => {
    const count = recentCalls(failure) ?? 0;
    const expected = ((failure.call_count - count) / (1 - RECENT_PART)) * RECENT_PART;
    return (count - expected) / Math.sqrt(expected + 1);
  };
  if (failures.some((failure) => recentCalls(failure) === null)) return failures;
  return failures.toSorted((left, right) => riseOf(right) - riseOf(left) || right.call_count - left.call_count);
}

/** Returns what all exceptions of a group have in common; the text of one where that says nothing. */
export function failureLabel({ pattern, message }: Pick<CallFailure, "pattern" | "message">): string {
  if (/[^\s….:/+]/.test(pattern)) return pattern;
  return message === "" ? "(no text)" : message;
}

const MAX_FRAGMENTS = 3;
const MIN_FRAGMENT_LENGTH = 3;

/**
 * Returns pieces of a pattern that the text of every exception of the group contains: what a client that sends JSON
 * escapes or separates is left out.
 */
function fragmentsOf(pattern: string): readonly string[] {
  const pieces = pattern
    .split(/…|["\\]|[^\x20-\x7e]|: /)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= MIN_FRAGMENT_LENGTH);
  const longest = pieces.toSorted((left, right) => right.length - left.length).slice(0, MAX_FRAGMENTS);
  return pieces.filter((piece) => longest.includes(piece)).slice(0, MAX_FRAGMENTS);
}

/** Returns the query that selects the calls of a group among those of the page. */
export function failureQuery(query: string, { op, pattern }: Pick<CallFailure, "op" | "pattern">): string {
  const fragments = fragmentsOf(pattern).map((fragment) => `exception:~${quoteValue(fragment)}`);
  return joinQuery([withoutStatus(query), "status:error", `op:${quoteValue(op)}`, ...fragments].filter(Boolean));
}

/** `30 of 120 (25%)`; null where no call has a value. */
export function affectedText({ value_count: all, failed_value_count: failed }: AffectedValues): string | null {
  return all === 0 ? null : `${formatCount(failed)} of ${formatCount(all)} (${formatShortShare(failed / all)})`;
}
