import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";

/** Keys with more parts than this are not intended as paths. */
const MAX_KEY_DEPTH = 64;

/** Two attributes of one span that conflict in a tree. */
export class AttributeConflict extends Error {
  override readonly name = "AttributeConflict";
}

function conflict(key: string, prefix: string): AttributeConflict {
  return new AttributeConflict(`the attribute ${prefix} is a value, and ${key} needs it to be a group`);
}

/** The groups that dotted keys created, as opposed to objects that were values: only these groups may become lists. */
type Groups = Set<Attributes>;

function place(root: Attributes, groups: Groups, key: string, value: unknown): void {
  const parts = key.split(".");
  if (parts.length > MAX_KEY_DEPTH)
    throw new AttributeConflict(`the attribute key ${key.slice(0, 64)}… has too many parts`);
  const last = parts.pop() ?? "";
  let group = root;
  for (const [depth, part] of parts.entries()) {
    const next = group[part] ?? emptyAttributes();
    if (!isAttributes(next)) throw conflict(key, parts.slice(0, depth + 1).join("."));
    groups.add(next);
    group[part] = next;
    group = next;
  }
  const present = group[last];
  if (!isAttributes(present)) {
    group[last] = value;
    return;
  }
  if (!isAttributes(value)) throw conflict(`${key}.${Object.keys(present)[0] ?? ""}`, key);
  group[last] = Object.assign(emptyAttributes(), value, present);
  if (groups.has(present)) groups.add(group[last] as Attributes);
}

/** A group with exactly the keys 0 to n - 1 is a list. */
function withLists(value: unknown, groups: Groups): unknown {
  if (!isAttributes(value) || !groups.has(value)) return value;
  const keys = Object.keys(value);
  for (const key of keys) value[key] = withLists(value[key], groups);
  // An object's integer keys come first and in ascending order, so comparing by position is enough.
  return keys.every((key, index) => key === String(index)) ? Object.values(value) : value;
}

/**
 * Expands dotted keys to a tree: `{"a.0.b": 1}` becomes `{a: [{b: 1}]}`. Keys never reach a prototype.
 *
 * @throws AttributeConflict when one key is a value and another needs it to be a group.
 */
export function expandAttributes(flat: Attributes): Attributes {
  const root = emptyAttributes();
  const groups: Groups = new Set();
  for (const [key, value] of Object.entries(flat)) place(root, groups, key, value);
  for (const key of Object.keys(root)) root[key] = withLists(root[key], groups);
  return root;
}

/** Like {@link expandAttributes}, but conflicting keys stay unexpanded. */
export function expandWherePossible(flat: Attributes): Attributes {
  try {
    return expandAttributes(flat);
  } catch (error) {
    if (error instanceof AttributeConflict) return flat;
    throw error;
  }
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
 * Returns the value at a dotted path of an expanded tree, or undefined. `path` must be a constant, not a sender's text.
 */
export function attributeAt(attributes: Attributes, path: string): unknown {
  let value: unknown = attributes;
  for (const part of partsOf(path)) {
    if (!isAttributes(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}
