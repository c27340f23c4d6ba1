import { refsInside } from "./object-ref";

/** Refs that are read for one call; more stay as they are. */
export const MAX_READ_REFS = 50;

/** A ref to a row of a table, or to a value inside one: what evaluations name in place of their rows. */
const ROW_REF = /^weave:\/\/\/[^/\s]+\/[^/\s]+\/(?:object\/[^/\s]+(?:\/\S*)?\/id\/|table\/[^/\s]+\/id\/)[^/\s]+/;

/** Returns the different refs to rows and their values inside a value, nearest the top first. */
export function rowRefsInside(value: unknown): readonly string[] {
  const found = refsInside(value, 10 * MAX_READ_REFS).flatMap(({ ref }) => (ROW_REF.test(ref) ? [ref] : []));
  return [...new Set(found)].slice(0, MAX_READ_REFS);
}

/** Levels below which refs stay as they are. */
const MAX_DEPTH = 24;

/** Returns a value in which refs are replaced by what they name; those without a value stay. */
export function withRowValues(value: unknown, values: ReadonlyMap<string, unknown>, depth = 0): unknown {
  if (typeof value === "string") return values.has(value) ? values.get(value) : value;
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => withRowValues(each, values, depth + 1));
  // Of another prototype: numbers that keep their digits.
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withRowValues(member, values, depth + 1)]),
  );
}
