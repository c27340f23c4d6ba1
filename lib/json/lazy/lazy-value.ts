import type { ValuePartResult } from "@/lib/api/contract/values/values";
import type { JsonPath } from "@/lib/json/scan/json-slices";
import type { IndexedKind } from "@/lib/json/scan/value-index";
import type { ValueSource } from "./value-source";

/** A path in a source. */
export interface LazyOrigin {
  readonly source: ValueSource;
  readonly path: JsonPath;
}

interface LazyFacts {
  /** Null until the value has been read. */
  readonly kind: IndexedKind | null;
  /** Approximate number of characters of JSON text. */
  readonly size: number;
  /** Members, items, or characters of a string. */
  readonly count: number;
  /** The first characters of a string. */
  readonly beginning: string;
  /** The first entries of a list or an object, or null. */
  readonly first: unknown;
  /** Reading it takes long, so the user decides when. */
  readonly needsConfirmation: boolean;
}

/**
 * Replaces a part of a value that is too large to load. It has no members of its own that could be mistaken for data.
 */
export class LazyValue {
  readonly #origin: LazyOrigin;
  readonly #facts: LazyFacts;

  constructor(origin: LazyOrigin, facts: Partial<LazyFacts> & Pick<LazyFacts, "kind" | "size">) {
    this.#origin = origin;
    this.#facts = { count: 0, beginning: "", first: null, needsConfirmation: false, ...facts };
  }

  get origin(): LazyOrigin {
    return this.#origin;
  }

  get facts(): LazyFacts {
    return this.#facts;
  }
}

/** Lists and objects with lazy values, and the source of their complete values. */
const origins = new WeakMap<object, LazyOrigin>();

/** Returns the source of the complete value if it is not fully loaded; undefined for plain values. */
export function lazyOriginOf(value: unknown): LazyOrigin | undefined {
  if (value instanceof LazyValue) return value.origin;
  return typeof value === "object" && value !== null ? origins.get(value) : undefined;
}

/** Returns the value of a part: the value itself, with lazy values in place of omitted ones. */
export function valueOfPart(part: ValuePartResult, origin: LazyOrigin): unknown {
  const { kind, size, count, from, to } = part;
  const entries = entriesOfPart(part, origin);
  const isAll = from === 0 && to >= count;
  if (isAll || (kind !== "string" && kind !== "object" && kind !== "list")) return entries;
  if (kind === "string") return new LazyValue(origin, { kind, size, count, beginning: String(entries) });
  return new LazyValue(origin, { kind, size, count, first: from === 0 ? entries : null });
}

/** Returns the window of a part, with lazy values in place of omitted ones. */
export function entriesOfPart(part: ValuePartResult, { source, path }: LazyOrigin): unknown {
  const { value } = part;
  for (const left of part.left_out) {
    const { kind, size, count, beginning = "" } = left;
    const lazy = new LazyValue({ source, path: [...path, ...left.path] }, { kind, size, count, beginning });
    attachOrigin(value, left.path, lazy, { source, path }, part.from);
  }
  return value;
}

/** Puts a value at a path and records the source of everything on the way. */
function attachOrigin(
  root: unknown,
  path: JsonPath,
  value: unknown,
  { source, path: base }: LazyOrigin,
  from: number,
): void {
  let holder = root;
  path.forEach((step, depth) => {
    if (typeof holder !== "object" || holder === null) return;
    // A window cannot be read again as one value; its entries can.
    if (depth > 0 || from === 0) origins.set(holder, { source, path: [...base, ...path.slice(0, depth)] });
    const key = typeof step === "number" && depth === 0 ? step - from : step;
    if (depth < path.length - 1) holder = Object.getOwnPropertyDescriptor(holder, key)?.value;
    // An assignment to a member named __proto__ would change the object's prototype.
    else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  });
}
