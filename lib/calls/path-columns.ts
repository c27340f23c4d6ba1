import { quoteField, quoteValue } from "@/lib/filter/query-text";
import { richValue } from "@/lib/json/media/rich-value";
import { isDictionary, numberText } from "@/lib/json/value/value-kind";
import { copyText } from "@/lib/json/value/value-line";
import type { CellValue } from "@/lib/table/cell-value";

/** Parts of a call that columns may read, in the order of the list of paths. */
const roots = ["inputs", "output", "attributes", "summary"] as const;
type Root = (typeof roots)[number];

/** `inputs.user.name`: a path inside a call. Its parts may be any text that is not blank. */
const PATH = /^(?:inputs|output|attributes|summary)(?:\.(?!\s*(?:\.|$))[^.]+)+$/;

/** Returns whether a text is a path inside calls that the service can find, sort and filter by. */
export function isColumnPath(text: string): boolean {
  return PATH.test(text);
}

/** Returns the paths among the shown columns. */
export function pathsOf(cols: readonly string[] | null): readonly string[] {
  return cols?.filter(isColumnPath) ?? [];
}

/** Returns the path in the typed text, without surrounding blanks. */
export function readPath(text: string): string | null {
  const path = text.trim();
  return isColumnPath(path) ? path : null;
}

/** A value inside a call, or the beginning of a long one. */
export interface PathValue {
  /** Undefined when the call has nothing at the path. */
  readonly value: unknown;
  readonly isCut: boolean;
}

/**
 * Returns the actions for a value; none for a part of a value or a missing one. Only strings, numbers and booleans are
 * compared.
 */
export function pathCellValue(path: string, found: PathValue | undefined): CellValue | null {
  if (found === undefined || found.isCut || found.value === undefined || found.value === null) return null;
  const text = copyText(found.value);
  const isPlain = typeof found.value !== "object" || numberText(found.value) !== null;
  return { text, term: isPlain && text !== "" ? `${quoteField(path)}:${quoteValue(text)}` : null };
}

/** Returns whether all seen values of a column are numbers. */
export function isNumeric(values: Iterable<PathValue | undefined>): boolean {
  let hasNumber = false;
  for (const found of values) {
    if (found === undefined || found.value === undefined || found.value === null) continue;
    if (numberText(found.value) === null) return false;
    hasNumber = true;
  }
  return hasNumber;
}

const MAX_DEPTH = 5;
const MAX_PATHS = 80;

/** Members that every call has, or that models name: they have their own columns, or none. */
const UNLISTED: ReadonlySet<string> = new Set(["summary.weave", "summary.usage", "attributes.otel_span"]);

/** The paths inside one call's values: to strings, numbers, lists, media and times, not to the dictionaries around them. */
export function pathsIn(values: Readonly<Partial<Record<Root, unknown>>>): readonly string[] {
  const paths: string[] = [];
  const look = (path: string, value: unknown, depth: number) => {
    if (paths.length >= MAX_PATHS || UNLISTED.has(path)) return;
    if (isDictionary(value) && depth < MAX_DEPTH && richValue(value) === null) {
      for (const [name, member] of Object.entries(value)) {
        look(`${path}.${name}`, member, depth + 1);
      }
    } else if (value !== null && isColumnPath(path)) paths.push(path);
  };
  for (const root of roots) look(root, values[root], 0);
  // A key with dots may have the path of a nested member.
  return [...new Set(paths)];
}

/** A path, and how many of the inspected calls have a value there. */
export interface ObservedPath {
  readonly path: string;
  readonly count: number;
}

/** Returns the paths of several calls: by the part of the call, the most frequent first. */
export function countPaths(calls: Iterable<readonly string[]>): readonly ObservedPath[] {
  const counts = new Map<string, number>();
  for (const paths of calls) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  const rank = (path: string) => roots.findIndex((root) => path.startsWith(`${root}.`));
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .sort(
      (left, right) =>
        rank(left.path) - rank(right.path) || right.count - left.count || left.path.localeCompare(right.path),
    );
}
