import { type Attributes, isAttributes } from "./attribute-values";
import { narrowedToTree, type SpanTable } from "./conventions/span-tables";
import { attributeAt } from "./expand-attributes";

/** The attributes of a span, read by dotted path. */
export interface AttributeSource {
  /** The value at a path; undefined without one. `path` must be a constant, not a sender's text. */
  at(path: string): unknown;
  /** The value of the attribute with exactly this key: never a group of longer keys. */
  sent(key: string): unknown;
  /** Returns a constant table with only those paths that may have a value. */
  narrow(table: SpanTable): SpanTable;
  /** All attributes, as a value that is written as JSON. */
  readonly all: unknown;
}

/** A value that is not built until it is needed: an object or a list. */
export interface LazyTree {
  readonly isObject: boolean;
  readonly isEmpty: boolean;
  /** Builds the value. Each call returns a new one. */
  tree(): unknown;
}

function isLazyTree(value: unknown): value is LazyTree {
  return typeof value === "object" && value !== null && "tree" in value && typeof value.tree === "function";
}

/** Returns the value itself, built if it was not. */
export function builtTree(value: unknown): unknown {
  return isLazyTree(value) ? value.tree() : value;
}

/** True for an object, built or not; false for a list. */
export function isObjectValue(value: unknown): boolean {
  return isLazyTree(value) ? value.isObject : isAttributes(value);
}

/** True for an object without members, built or not. */
export function isEmptyObject(value: unknown): boolean {
  return isLazyTree(value) ? value.isObject && value.isEmpty : isAttributes(value) && Object.keys(value).length === 0;
}

/** True for empty text, and for an object or list without members, built or not. */
export function isEmptyValue(value: unknown): boolean {
  if (value === "") return true;
  if (isLazyTree(value)) return value.isEmpty;
  return Array.isArray(value) ? value.length === 0 : isAttributes(value) && Object.keys(value).length === 0;
}

/**
 * The attributes of a tree.
 * @param flat them by their whole keys
 */
export function treeSource(all: Attributes, flat: Attributes = all): AttributeSource {
  return {
    all,
    at: (path) => attributeAt(all, path),
    sent: (key) => (Object.hasOwn(flat, key) ? flat[key] : undefined),
    narrow: (table) => narrowedToTree(table, all),
  };
}

/** Returns the first of these paths with a value that is not undefined, null or empty text. */
export function firstAttribute(source: AttributeSource, paths: readonly string[]): unknown {
  for (const path of paths) {
    const value = source.at(path);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}
