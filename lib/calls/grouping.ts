import { quoteValue } from "@/lib/filter/query-text";
import { shortModelName } from "@/lib/format/model-name";
import { NO_USER_NAMES, type UserNames, userName } from "@/lib/format/user-name";
import { callField, callFields } from "./field-table";

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

const grouping = (by: string, name: string, missing: string): Grouping => ({
  by,
  name,
  label: name,
  field: name,
  missing,
});

/** The fields whose values a service counts. */
const counted = callFields.flatMap(({ name, by, label = name }): Grouping[] =>
  by === undefined ? [] : [{ ...grouping(by, name, `no ${label}`), label }],
);

const OP = grouping("op", "op", "no op");

/** The options of the menu. */
export const groupings = counted.filter(({ name }) => !callField(name)?.isUngrouped);

/** `attributes.a.b`: a path that the service can group by in addition to the names above. */
const ATTRIBUTE = /^attributes(?:\.[^.\s"]+)+$/;

/** `score.NAME`: the newest value of a score of each call. */
const SCORE = /^score(?:\.\s*[^."\s][^."]*)+$/;

/** Returns whether a text is a path into the attributes that calls can be counted by. */
export function isAttributePath(text: string): boolean {
  return ATTRIBUTE.test(text);
}

/** Returns the grouping by a field, a score or a path; null for a text that calls cannot be counted by. */
export function findGrouping(name: string): Grouping | null {
  const known = counted.find((each) => each.name === name);
  if (known) return known;
  if (SCORE.test(name)) return grouping(name, name, "not scored");
  return isAttributePath(name) ? grouping(name, name, "not set") : null;
}

/** Returns the grouping named in the address; an unreadable one falls back to the op. */
export function readGrouping(name: string): Grouping {
  return findGrouping(name) ?? OP;
}

/** Returns the grouping that a response was counted by. */
export function groupingOf(by: string | undefined): Grouping {
  return readGrouping(counted.find((each) => each.by === by)?.name ?? by ?? OP.name);
}

/** Returns a value in words: a status as pages call it, a user by name, a checkpoint without its project. */
export function valueLabel(
  { by, field, missing }: Grouping,
  value: string | null,
  userNames: UserNames = NO_USER_NAMES,
): string {
  if (value === null) return missing;
  if (value === "") return '""';
  if (by === "svc_user_id") return userName(value, userNames);
  if (by === "model") return shortModelName(value);
  const word = wordOf({ field }, value);
  return by === "status" ? word.replace("-", " ") : word;
}

/** Returns a value as the query box spells it. */
export function wordOf({ field }: Pick<Grouping, "field">, value: string): string {
  const words = Object.entries(callField(field)?.words ?? {});
  return words.find(([, own]) => own === value)?.[0] ?? value;
}

/** Returns the term that selects the calls of one value. */
export function termOf({ field }: Grouping, value: string | null): string {
  if (value === null) return `-${field}:*`;
  return `${field}:${quoteValue(wordOf({ field }, value))}`;
}

/** Returns the terms that select the calls of none of these values. */
export function otherTerms(grouping: Grouping, values: readonly (string | null)[]): readonly string[] {
  const named = values.filter((value) => value !== null);
  const none = values.includes(null) ? [`${grouping.field}:*`] : [];
  if (named.length === 0) return none;
  const list = named.map((value) => termOf(grouping, value).slice(grouping.field.length + 1)).join(",");
  return [`-${grouping.field}:${list}`, ...none];
}
