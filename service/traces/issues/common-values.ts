import type { CommonValue } from "@/lib/api/contract/issues/issues";
import { fisherP } from "@/lib/evaluation/statistics/unpaired-tests";

/** One in twenty looks at calls that do not differ at all would show a value that seems to. */
const FALSE_ALARMS = 0.05;

/** Values that fewer of all compared calls have are not compared. */
const MIN_CALLS = 5;

/** A difference that chance alone makes is shown of values that at least so many calls of the issue have: others are not in common. */
const MIN_NOISE_SHARE = 0.1;

const MAX_DEPTH = 3;
const MAX_VALUE_LENGTH = 128;
const MAX_FIELDS = 100;
const MAX_SHOWN = 8;

type Values = ReadonlySet<string>;

const keyOf = (field: string, value: string) => `${field}\n${value}`;

/** Returns the short texts, numbers and truth values of attributes, as `attributes.a.b` and the value on the next line. */
function valuesOf(json: string): Values {
  const found = new Set<string>();
  const visit = (value: unknown, path: string, depth: number): void => {
    if (found.size >= MAX_FIELDS) return;
    if (typeof value === "object" && value !== null) {
      if (Array.isArray(value) || depth === MAX_DEPTH) return;
      for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`, depth + 1);
      return;
    }
    const text = typeof value === "string" ? value : value === null ? "" : String(value);
    if (text !== "" && text.length <= MAX_VALUE_LENGTH && !text.includes("\n")) found.add(keyOf(path, text));
  };
  try {
    visit(JSON.parse(json), "attributes", 0);
  } catch {
    // Attributes that are too long come as an empty text.
  }
  return found;
}

function countsOf(calls: readonly Values[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const call of calls) for (const key of call) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * Compares the attributes of the calls of an issue with those of calls that succeeded. Returns what the first have more
 * often, what is least likely chance first. The counts say nothing about causes.
 *
 * Which values are tested depends on all compared calls together, not on the side that has them, and the limit of Fisher's
 * exact test is divided by their number: calls that do not differ show a difference at most once in twenty looks.
 */
export function commonValues(issue: readonly string[], others: readonly string[]): readonly CommonValue[] {
  if (issue.length === 0 || others.length === 0) return [];
  const [ofIssue, ofOthers] = [countsOf(issue.map(valuesOf)), countsOf(others.map(valuesOf))];
  const tested = [...new Set([...ofIssue.keys(), ...ofOthers.keys()])].flatMap((key) => {
    const [call_count, other_count] = [ofIssue.get(key) ?? 0, ofOthers.get(key) ?? 0];
    return call_count + other_count >= MIN_CALLS ? [{ key, call_count, other_count }] : [];
  });
  const compared = tested
    .filter(({ call_count, other_count }) => call_count * others.length > other_count * issue.length)
    .map((value) => {
      const p = fisherP([value.call_count, issue.length], [value.other_count, others.length]);
      return { ...value, p, is_within_noise: p * tested.length > FALSE_ALARMS };
    });
  return compared
    .filter(({ call_count, is_within_noise }) => !is_within_noise || call_count >= MIN_NOISE_SHARE * issue.length)
    .sort((left, right) => left.p - right.p || right.call_count - left.call_count || (left.key < right.key ? -1 : 1))
    .slice(0, MAX_SHOWN)
    .map(({ key, call_count, other_count, is_within_noise }) => {
      const [field = "", value = ""] = key.split("\n");
      return { field, value, call_count, other_count, is_within_noise };
    });
}
