import { pythonLength } from "@/service/kernel/json/python-json";
import { type Attributes, emptyAttributes, isAlwaysJson, isAttributes } from "@/service/traces/otel/attribute-values";
import { narrowed, type SpanTable } from "@/service/traces/otel/conventions/span-tables";
import { attributeAt, expandWithoutClash } from "@/service/traces/otel/expand-attributes";
import type { InternedText } from "./interned-texts";
import type { WireAttribute } from "./wire-span";

/** JSON with gaps: tokens that are the same for every span, and the numbers of the attributes between them. */
type Template = readonly (TemplateTokens | number)[];

interface TemplateTokens {
  readonly bytes: Buffer;
  /** Length in Python's form. */
  readonly size: number;
}

/** The node at a path in the tree of some keys. */
export type PathTarget =
  | { readonly kind: "nothing" }
  /** An attribute's value. */
  | { readonly kind: "value"; readonly attribute: number }
  /** Something inside an attribute's value, if that is an object. */
  | { readonly kind: "inside"; readonly attribute: number; readonly path: string }
  /** A group of attributes: an object, or a list. */
  | { readonly kind: "group"; readonly group: Group };

export interface Group {
  readonly isObject: boolean;
  readonly template: Template;
  /** The group with the numbers of attributes as values. */
  readonly numbers: unknown;
}

const NOTHING: PathTarget = { kind: "nothing" };

function numbersByKey(keys: readonly InternedText[]): Attributes | null {
  const numbers = emptyAttributes();
  for (const [number, { text }] of keys.entries()) {
    // An object would merge equal keys, and move keys that are numbers to its front.
    if (text in numbers || /^\d+$/.test(text)) return null;
    numbers[text] = number;
  }
  return numbers;
}

/** The tree that a sequence of keys makes, whatever their values: made once for all spans with these keys. */
export class AttributePlan {
  readonly #keys: readonly InternedText[];
  /** The tree of the attributes' numbers; null when the general code has to decide. */
  readonly #tree: Attributes | null;
  readonly #targets = new Map<string, PathTarget>();
  readonly #tables = new Map<SpanTable, SpanTable>();
  /** Attributes whose text may be in quotes, which the general decoder removes. */
  readonly quoted: readonly number[];
  readonly root: Group;

  constructor(keys: readonly InternedText[]) {
    this.#keys = keys;
    this.#tree = treeOf(keys);
    this.quoted = [...keys.keys()].filter((at) => isAlwaysJson(keys[at]?.text ?? ""));
    this.root = groupOf(this.#tree ?? emptyAttributes());
  }

  /** False when the tree depends on the values: two keys clash, or would be merged. */
  get isUsable(): boolean {
    return this.#tree !== null;
  }

  isFor(attributes: readonly WireAttribute[], count: number): boolean {
    const keys = this.#keys;
    if (keys.length !== count) return false;
    for (let at = 0; at < count; at += 1) if (keys[at] !== attributes[at]?.key) return false;
    return true;
  }

  /** @param path a constant of this code: each one is remembered */
  target(path: string): PathTarget {
    const known = this.#targets.get(path);
    if (known) return known;
    const found = this.#find(path);
    this.#targets.set(path, found);
    return found;
  }

  /** Returns a table with only the paths that spans with these keys may have: made once for each of the few tables. */
  narrow(table: SpanTable): SpanTable {
    const known = this.#tables.get(table);
    if (known) return known;
    const made = narrowed(table, (path) => this.#find(path).kind !== "nothing");
    this.#tables.set(table, made);
    return made;
  }

  #find(path: string): PathTarget {
    const tree = this.#tree ?? emptyAttributes();
    // Most paths belong to another convention than that of the span.
    if (!(path in tree || path.slice(0, path.indexOf(".")) in tree)) return NOTHING;
    const value = attributeAt(tree, path);
    if (typeof value === "number") return { kind: "value", attribute: value };
    if (value !== undefined) return { kind: "group", group: groupOf(value) };
    for (let end = path.lastIndexOf("."); end > 0; end = path.lastIndexOf(".", end - 1)) {
      const above = attributeAt(tree, path.slice(0, end));
      if (typeof above === "number") return { kind: "inside", attribute: above, path: path.slice(end + 1) };
    }
    return NOTHING;
  }
}

function treeOf(keys: readonly InternedText[]): Attributes | null {
  const numbers = numbersByKey(keys);
  return numbers && expandWithoutClash(numbers);
}

function groupOf(numbers: unknown): Group {
  return { isObject: isAttributes(numbers), template: templateOf(numbers), numbers };
}

function templateOf(numbers: unknown): Template {
  const parts: (TemplateTokens | number)[] = [];
  let tokens = "";
  const flush = () => {
    if (tokens !== "") parts.push({ bytes: Buffer.from(tokens), size: pythonLength(tokens) });
    tokens = "";
  };
  const add = (value: unknown): void => {
    if (typeof value === "number") {
      flush();
      parts.push(value);
      return;
    }
    const isList = Array.isArray(value);
    tokens += isList ? "[" : "{";
    for (const [at, [name, member]] of Object.entries(value ?? {}).entries()) {
      tokens += `${at > 0 ? "," : ""}${isList ? "" : `${JSON.stringify(name)}:`}`;
      add(member);
    }
    tokens += isList ? "]" : "}";
  };
  add(numbers);
  flush();
  return parts;
}

const MAX_PLANS = 1000;

/** The plans in use. They are made anew when there are too many. */
export class AttributePlans {
  #byHash = new Map<number, AttributePlan[]>();
  #count = 0;

  /** Returns the plan for the keys of these attributes, in their order. */
  planFor(attributes: readonly WireAttribute[], count: number): AttributePlan {
    let hash = count;
    for (let at = 0; at < count; at += 1) hash = (Math.imul(hash, 31) + (attributes[at]?.key.id ?? 0)) | 0;
    const candidates = this.#byHash.get(hash);
    const known = candidates?.find((plan) => plan.isFor(attributes, count));
    if (known) return known;
    const made = new AttributePlan(attributes.slice(0, count).map(({ key }) => key));
    if (this.#count >= MAX_PLANS) {
      this.#byHash = new Map();
      this.#count = 0;
    }
    this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), made]);
    this.#count += 1;
    return made;
  }
}
