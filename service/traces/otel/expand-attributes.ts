import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";

/** Keys with more parts than this are not intended as paths. */
const MAX_KEY_DEPTH = 64;

/** The groups that dotted keys created, as opposed to objects that were values: only these groups may become lists. */
type Groups = Set<Attributes>;

/** Returns the object that a key's last part belongs to; null when a value is in its way. */
function groupFor(root: Attributes, groups: Groups, path: readonly string[]): Attributes | null {
  let group = root;
  for (const part of path) {
    const present = group[part] ?? emptyAttributes();
    if (!isAttributes(present)) return null;
    // An object that was a value stays as it was sent.
    const next = groups.has(present) ? present : Object.assign(emptyAttributes(), present);
    groups.add(next);
    group[part] = next;
    group = next;
  }
  return group;
}

const haveCommonKey = (one: Attributes, other: Attributes) => Object.keys(one).some((key) => Object.hasOwn(other, key));

/** Puts a value at its place in the tree; false when something else is there. An empty value is never in the way. */
function place(root: Attributes, groups: Groups, key: string, value: unknown): boolean {
  const parts = key.split(".");
  if (parts.length > MAX_KEY_DEPTH) return false;
  const last = parts.pop() ?? "";
  const group = groupFor(root, groups, parts);
  if (group === null) return false;
  const present = group[last] ?? null;
  if (present === null) {
    group[last] = value;
    return true;
  }
  if (value === null) return true;
  if (!isAttributes(present) || !isAttributes(value) || haveCommonKey(present, value)) return false;
  const merged = Object.assign(emptyAttributes(), value, present);
  group[last] = merged;
  if (groups.has(present)) groups.add(merged);
  return true;
}

/** A group with exactly the keys 0 to n - 1 is a list. */
function withLists(value: unknown, groups: Groups): unknown {
  if (!isAttributes(value) || !groups.has(value)) return value;
  const keys = Object.keys(value);
  for (const key of keys) value[key] = withLists(value[key], groups);
  // An object's integer keys come first and in ascending order, so comparing by position is enough.
  return keys.every((key, index) => key === String(index)) ? Object.values(value) : value;
}

function withAllLists(root: Attributes, groups: Groups): Attributes {
  for (const key of Object.keys(root)) root[key] = withLists(root[key], groups);
  return root;
}

/** Expands dotted keys to a tree; null when one key is a value and another needs it to be a group. */
export function expandWithoutClash(flat: Attributes): Attributes | null {
  const root = emptyAttributes();
  const groups: Groups = new Set();
  for (const [key, value] of Object.entries(flat)) if (!place(root, groups, key, value)) return null;
  return withAllLists(root, groups);
}

/** The key with fewer parts has its place in the tree, whatever their order; the other one is kept as it came. */
function expandAroundClashes(flat: Attributes): Attributes {
  const root = emptyAttributes();
  const groups: Groups = new Set();
  const kept: [string, unknown][] = [];
  const depth = (key: string) => key.split(".").length;
  const entries = Object.entries(flat).sort(([one], [other]) => depth(one) - depth(other));
  for (const [key, value] of entries) if (!place(root, groups, key, value)) kept.push([key, value]);
  return Object.assign(withAllLists(root, groups), Object.fromEntries(kept));
}

/**
 * Expands dotted keys to a tree: `{"a.0.b": 1}` becomes `{a: [{b: 1}]}`. Keys never reach a prototype. A key that
 * clashes with another one, such as `error.type` with `error`, is kept as it came: `{error: true, "error.type": "E"}`.
 */
export function expandAttributes(flat: Attributes): Attributes {
  return expandWithoutClash(flat) ?? expandAroundClashes(flat);
}

/** Paths are constants of this code, some sixty for each span, and are split once. */
const partsByPath = new Map<string, readonly string[]>();

function partsOf(path: string): readonly string[] {
  const known = partsByPath.get(path);
  if (known) return known;
  const parts = path.split(".");
  partsByPath.set(path, parts);
  return parts;
}

/**
 * Returns the value at a dotted path of an expanded tree, with numbers for the items of lists, or undefined. `path` must be a constant, not a sender's text.
 */
export function attributeAt(attributes: Attributes, path: string): unknown {
  return valueInTree(attributes, path) ?? (Object.hasOwn(attributes, path) ? attributes[path] : undefined);
}

function valueInTree(attributes: Attributes, path: string): unknown {
  let value: unknown = attributes;
  for (const part of partsOf(path)) {
    if (isAttributes(value) && Object.hasOwn(value, part)) value = value[part];
    else if (Array.isArray(value)) value = value[Number(part)];
    else return undefined;
  }
  return value;
}
