import { isJsonObject } from "@/lib/guard/json-object";
import { invalid } from "./refusal";

export type Members = Readonly<Record<string, unknown>>;

/** The members allowed at a place of a request; those with `!` are required. */
export type Shape = readonly string[];

/**
 * Checks a value against the members of the interface: this service rejects unknown ones, as early servers did.
 *
 * @throws Refusal 422 with the exact place.
 */
export function membersOf(value: unknown, shape: Shape, loc: readonly string[]): Members {
  if (!isJsonObject(value)) throw invalid(loc, "Input should be a valid object", "dict_type");
  const names = shape.map((name) => name.replace("!", ""));
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) throw invalid([...loc, name], "Extra inputs are not permitted", "extra_forbidden");
  }
  for (const name of shape.filter((member) => member.endsWith("!")).map((member) => member.slice(0, -1))) {
    if (value[name] === undefined) throw invalid([...loc, name], "Field required", "missing");
  }
  return value;
}

/** The members of an optional object; empty when it is absent or null. */
export function optionalMembers(value: unknown, shape: Shape, loc: readonly string[]): Members {
  return value === undefined || value === null ? {} : membersOf(value, shape, loc);
}

export function textOf(value: unknown, loc: readonly string[]): string {
  if (typeof value !== "string") throw invalid(loc, "Input should be a valid string", "string_type");
  return value;
}

/** A list of strings, or null when nothing is requested. */
export function textsOf(value: unknown, loc: readonly string[]): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) throw invalid(loc, "Input should be a valid list", "list_type");
  return value.map((item, index) => textOf(item, [...loc, String(index)]));
}

export interface SortStep {
  readonly field: string;
  readonly isDescending: boolean;
}

/** `sort_by`, whose members give the direction under `name`: `order` for tables, `direction` for all others. */
export function sortOf(value: unknown, name: "order" | "direction", loc: readonly string[]): readonly SortStep[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(loc, "Input should be a valid list", "list_type");
  return value.map((item, index) => {
    const at = [...loc, String(index)];
    const step = membersOf(item, ["field!", name], at);
    const direction = step[name] ?? "asc";
    if (direction !== "asc" && direction !== "desc") {
      throw invalid([...at, name], "Input should be 'asc' or 'desc'", "literal_error");
    }
    return { field: textOf(step.field, [...at, "field"]), isDescending: direction === "desc" };
  });
}

/** Returns the value at a dotted path; undefined if there is none. */
function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, part) => (isJsonObject(at) ? at[part] : undefined), value);
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return String(left).localeCompare(String(right), "en");
}

export function sorted<Row>(rows: readonly Row[], steps: readonly SortStep[], read = valueAt): Row[] {
  return [...rows].sort((left, right) => {
    for (const { field, isDescending } of steps) {
      const order = compare(read(left, field), read(right, field));
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
}

/** Returns the page of rows given by `offset` and `limit`. */
export function pageOf<Row>(rows: readonly Row[], { offset, limit }: Members): Row[] {
  const from = typeof offset === "number" ? offset : 0;
  return rows.slice(from, typeof limit === "number" ? from + limit : undefined);
}
