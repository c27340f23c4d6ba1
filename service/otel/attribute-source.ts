import { type Attributes, isAttributes } from "./attribute-values";
import { attributeAt } from "./expand-attributes";

/** The attributes of a span, read by dotted path. */
export interface AttributeSource {
  /** The value at a path; undefined without one. `path` must be a constant, not a sender's text. */
  at(path: string): unknown;
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

/** The attributes of a tree. */
export function treeSource(all: Attributes): AttributeSource {
  return { all, at: (path) => attributeAt(all, path) };
}

/** Returns the first of these paths with a value that is not undefined, null or empty text. */
export function firstAttribute(source: AttributeSource, paths: readonly string[]): unknown {
  for (const path of paths) {
    const value = source.at(path);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}
