import { refsInside } from "./object-ref";

/** Refs that are read for one call; more stay as they are. */
export const MAX_READ_REFS = 50;

/**
 * A ref to a row of a table, or to a value inside a row or an object: what evaluations name in place of their rows. Whole
 * objects, such as the model of an evaluation, stay refs: their name says more than their content.
 */
const VALUE_REF =
  /^weave:\/\/\/([^/\s]+\/[^/\s]+)\/(?:object\/[^/\s]+\/(?:attr|key|index|id)\/|table\/[^/\s]+\/id\/)\S+$/;

/** The refs of a value that can be read. */
export interface RowRefs {
  /** The different refs of the project, nearest the top first. */
  readonly refs: readonly string[];
  /** Different refs that stay as they are, because they are in another project or too many. */
  readonly leftOut: number;
}

/** Returns the different refs of a value to rows and to values inside them, of one project: others are never requested. */
export function rowRefsInside(value: unknown, projectId: string): RowRefs {
  const found = refsInside(value, 10 * MAX_READ_REFS).flatMap(({ ref }) => (VALUE_REF.test(ref) ? [ref] : []));
  const different = [...new Set(found)];
  const own = different.filter((ref) => VALUE_REF.exec(ref)?.[1] === projectId);
  const refs = own.slice(0, MAX_READ_REFS);
  return { refs, leftOut: different.length - refs.length };
}

/** Returns the values of refs by ref, from the answer to a request for them; those without a value are left out. */
export function valuesByRef(refs: readonly string[], vals: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(refs.flatMap((ref, at) => (vals[at] == null ? [] : [[ref, vals[at]] as const])));
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
