import { quoteValue } from "@/lib/filter/query-text";
import { shortModelName } from "@/lib/format/model-name";
import { NO_USER_NAMES, type UserNames, userName } from "@/lib/format/user-name";

/** The field that calls are counted by, in the words of the page. */
export interface Grouping {
  /** The service's name. */
  readonly by: string;
  /** The name in the address. */
  readonly name: string;
  /** For titles: `Calls by op`. */
  readonly label: string;
  /** The field of the query box. */
  readonly field: string;
  /** The label for calls without a value. */
  readonly missing: string;
}

/** The options of the menu. */
export const groupings: readonly Grouping[] = [
  { by: "op", name: "op", label: "op", field: "op", missing: "no op" },
  { by: "model", name: "model", label: "model", field: "model", missing: "no model" },
  { by: "end_user", name: "user", label: "user", field: "user", missing: "no user" },
  { by: "svc_user_id", name: "key", label: "key", field: "key", missing: "no key" },
  { by: "status", name: "status", label: "status", field: "status", missing: "no status" },
  { by: "svc_run_id", name: "run", label: "run", field: "run", missing: "no run" },
  { by: "source", name: "source", label: "source", field: "source", missing: "no source" },
];

const OP: Grouping = { by: "op", name: "op", label: "op", field: "op", missing: "no op" };

/** `attributes.a.b`: a path that the service can group by in addition to the names above. */
const ATTRIBUTE = /^attributes(?:\.[^.\s"]+)+$/;

/** `score.NAME`: the newest value of a score of each call. */
const SCORE = /^score(?:\.\s*[^."\s][^."]*)+$/;

/** Returns whether a text is a path into the attributes that calls can be counted by. */
export function isAttributePath(text: string): boolean {
  return ATTRIBUTE.test(text);
}

/** Returns the grouping named in the address; an unreadable one falls back to the op. */
export function readGrouping(name: string): Grouping {
  const known = groupings.find((grouping) => grouping.name === name);
  if (known) return known;
  if (SCORE.test(name)) return { by: name, name, label: name, field: name, missing: "not scored" };
  if (!isAttributePath(name)) return OP;
  return { by: name, name, label: name, field: name, missing: "not set" };
}

/** Returns the grouping that a response was counted by. */
export function groupingOf(by: string | undefined): Grouping {
  return readGrouping(groupings.find((grouping) => grouping.by === by)?.name ?? by ?? "op");
}

/** The service's name of a status, and its name in the query box. */
const STATUS_WORDS: Readonly<Record<string, string>> = { success: "ok", descendant_error: "error-inside" };

const STATUS_LABELS: Readonly<Record<string, string>> = { success: "ok", descendant_error: "error inside" };

/** Returns a value in words: a status as pages call it, a user by name, a checkpoint without its project. */
export function valueLabel(
  { by, missing }: Grouping,
  value: string | null,
  userNames: UserNames = NO_USER_NAMES,
): string {
  if (value === null) return missing;
  if (value === "") return '""';
  if (by === "svc_user_id") return userName(value, userNames);
  if (by === "model") return shortModelName(value);
  return by === "status" ? (STATUS_LABELS[value] ?? value) : value;
}

/** Returns a value as the query box spells it. */
export function wordOf({ by }: Grouping, value: string): string {
  return by === "status" ? (STATUS_WORDS[value] ?? value) : value;
}

/** Returns the term that selects the calls of one value. */
export function termOf(grouping: Grouping, value: string | null): string {
  if (value === null) return `-${grouping.field}:*`;
  return `${grouping.field}:${quoteValue(wordOf(grouping, value))}`;
}

/** Returns the terms that select the calls of none of these values. */
export function otherTerms(grouping: Grouping, values: readonly (string | null)[]): readonly string[] {
  const named = values.filter((value) => value !== null);
  const none = values.includes(null) ? [`${grouping.field}:*`] : [];
  if (named.length === 0) return none;
  const list = named.map((value) => termOf(grouping, value).slice(grouping.field.length + 1)).join(",");
  return [`-${grouping.field}:${list}`, ...none];
}
