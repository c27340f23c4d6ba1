import { quoteValue } from "./query-text";

/** What calls are counted by, in the words of the page. */
export interface Grouping {
  /** As the service calls it. */
  readonly by: string;
  /** As the address calls it. */
  readonly name: string;
  /** For titles: `Calls by op`. */
  readonly label: string;
  /** The field of the query box. */
  readonly field: string;
  /** What stands for calls that have no value. */
  readonly missing: string;
}

/** The choices of the menu. */
export const groupings: readonly Grouping[] = [
  { by: "op", name: "op", label: "op", field: "op", missing: "no op" },
  { by: "model", name: "model", label: "model", field: "model", missing: "no model" },
  { by: "svc_user_id", name: "user", label: "user", field: "user", missing: "no user" },
  { by: "status", name: "status", label: "status", field: "status", missing: "no status" },
  { by: "svc_run_id", name: "run", label: "run", field: "run", missing: "no run" },
];

const OP: Grouping = { by: "op", name: "op", label: "op", field: "op", missing: "no op" };

/** `attributes.a.b`: what the service can group by besides the names above. */
const ATTRIBUTE = /^attributes(?:\.[^.\s"]+)+$/;

/** Whether a text is a path into the attributes that calls can be counted by. */
export function isAttributePath(text: string): boolean {
  return ATTRIBUTE.test(text);
}

/** The grouping that the address names; what cannot be read falls back to the op. */
export function readGrouping(name: string): Grouping {
  const known = groupings.find((grouping) => grouping.name === name);
  if (known) return known;
  if (!isAttributePath(name)) return OP;
  return { by: name, name, label: name, field: name, missing: "not set" };
}

/** The grouping that an answer was counted by. */
export function groupingOf(by: string | undefined): Grouping {
  return readGrouping(groupings.find((grouping) => grouping.by === by)?.name ?? by ?? "op");
}

/** What the service calls a status, and what the query box calls it. */
const STATUS_WORDS: Readonly<Record<string, string>> = { success: "ok", descendant_error: "error-inside" };

const STATUS_LABELS: Readonly<Record<string, string>> = { success: "ok", descendant_error: "error inside" };

/** A value in words. */
export function valueLabel({ by, missing }: Grouping, value: string | null): string {
  if (value === null) return missing;
  if (value === "") return '""';
  return by === "status" ? (STATUS_LABELS[value] ?? value) : value;
}

/** A value as the query box calls it. */
export function wordOf({ by }: Grouping, value: string): string {
  return by === "status" ? (STATUS_WORDS[value] ?? value) : value;
}

/** The term that selects the calls of one value. */
export function termOf(grouping: Grouping, value: string | null): string {
  if (value === null) return `-${grouping.field}:*`;
  return `${grouping.field}:${quoteValue(wordOf(grouping, value))}`;
}

/** The terms that select the calls of none of these values. */
export function otherTerms(grouping: Grouping, values: readonly (string | null)[]): readonly string[] {
  const named = values.filter((value) => value !== null);
  const none = values.includes(null) ? [`${grouping.field}:*`] : [];
  if (named.length === 0) return none;
  const list = named.map((value) => termOf(grouping, value).slice(grouping.field.length + 1)).join(",");
  return [`-${grouping.field}:${list}`, ...none];
}
