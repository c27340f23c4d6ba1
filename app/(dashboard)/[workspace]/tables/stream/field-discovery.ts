import { isCustomObject } from "@/lib/json/media/stored-file";
import { type JsonPathSegments, pathText, valueText } from "@/lib/json/value/json-path";
import { isDictionary, type ValueKind, valueKind } from "@/lib/json/value/value-kind";

/** Deeper objects stay one column. */
const MAX_DEPTH = 8;

/** An object with more distinct keys than this is keyed by data and stays one column. */
const MAX_MEMBERS = 200;

/** The maximum number of fields of all rows; later ones stay inside their parent's column. */
const MAX_FIELDS = 1000;

/** The maximum number of items of an expanded list that become columns. */
const MAX_ITEMS = 20;

/** The number of values that determine the initial width of a column; later values would make it jump. */
const WIDTH_SAMPLE = 60;

const MAX_SAMPLE_LENGTH = 60;

/** A path inside the rows, with the values found there. */
export interface DiscoveredField {
  readonly path: JsonPathSegments;
  readonly kinds: ReadonlySet<ValueKind>;
  /** Nested fields: members of objects, items of expanded lists. */
  readonly below: ReadonlyMap<string | number, DiscoveredField>;
  /** True when it has more keys than make sense as columns. */
  readonly isKeyedByData: boolean;
  /** Mean length of the first values as text, in characters; 0 without values. */
  readonly meanLength: number;
}

class GrowingField implements DiscoveredField {
  readonly kinds = new Set<ValueKind>();
  readonly below = new Map<string | number, GrowingField>();
  isKeyedByData = false;
  /** True when a list here has columns for its items. */
  readonly isExpanded: boolean;
  #sampledLength = 0;
  #sampledCount = 0;

  constructor(
    readonly path: JsonPathSegments,
    expanded: ReadonlySet<string>,
  ) {
    this.isExpanded = expanded.has(pathText(path));
  }

  get meanLength(): number {
    return this.#sampledCount === 0 ? 0 : this.#sampledLength / this.#sampledCount;
  }

  sample(value: unknown, kind: ValueKind): void {
    if (this.#sampledCount >= WIDTH_SAMPLE || kind === "list" || kind === "dict") return;
    this.#sampledCount += 1;
    this.#sampledLength += Math.min(MAX_SAMPLE_LENGTH, valueText(value).length);
  }
}

/** Discovers the fields of rows as they arrive: each row is read once, and fields never disappear. */
export class FieldDiscovery {
  readonly #expanded: ReadonlySet<string>;
  readonly #root: GrowingField;
  #seenCount = 0;
  #fieldCount = 0;
  #shape = 0;

  /** @param expanded paths of lists whose items are fields too */
  constructor(expanded: ReadonlySet<string>) {
    this.#expanded = expanded;
    this.#root = new GrowingField([], expanded);
  }

  get root(): DiscoveredField {
    return this.#root;
  }

  /** Changes when a field, or a kind of value in a field, is new. */
  get shape(): number {
    return this.#shape;
  }

  /** Rows that {@link add} has read. */
  get observedCount(): number {
    return this.#seenCount;
  }

  /** Reads at most this many of the rows that follow those already read. */
  add(rows: readonly { readonly val?: unknown }[], most = Number.POSITIVE_INFINITY): void {
    const end = Math.min(rows.length, this.#seenCount + most);
    for (; this.#seenCount < end; this.#seenCount += 1) this.#visit(this.#root, rows[this.#seenCount]?.val);
  }

  /** Reads a part of the rows that is not retained. */
  addPart(rows: readonly { readonly val?: unknown }[]): void {
    for (const row of rows) this.#visit(this.#root, row.val);
  }

  #visit(field: GrowingField, value: unknown): void {
    const kind = valueKind(value);
    if (kind === null) return;
    if (!field.kinds.has(kind)) {
      field.kinds.add(kind);
      this.#shape += 1;
    }
    field.sample(value, kind);
    if (field.isKeyedByData || field.path.length >= MAX_DEPTH) return;
    if (isDictionary(value)) {
      // An image or a time is one value; its members are how an SDK stores it.
      if (!isCustomObject(value)) for (const key of Object.keys(value)) this.#visitChildren(field, key, value[key]);
    } else if (field.isExpanded && Array.isArray(value)) {
      for (const [index, item] of value.slice(0, MAX_ITEMS).entries()) this.#visitChildren(field, index, item);
    }
  }

  #visitChildren(field: GrowingField, key: string | number, value: unknown): void {
    let below = field.below.get(key);
    if (below === undefined) {
      if (field.path.length > 0 && field.below.size >= MAX_MEMBERS) {
        field.isKeyedByData = true;
        this.#shape += 1;
        return;
      }
      if (this.#fieldCount >= MAX_FIELDS) return;
      below = new GrowingField([...field.path, key], this.#expanded);
      field.below.set(key, below);
      this.#fieldCount += 1;
      this.#shape += 1;
    }
    this.#visit(below, value);
  }
}
