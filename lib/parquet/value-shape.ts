import { isLosslessNumber, type LosslessNumber } from "lossless-json";
import { isMembers } from "@/lib/json/value/members";
import type { ColumnType } from "./column-type";

/** Objects within each other beyond this are written as JSON. */
const MAX_DEPTH = 16;

/** Names beyond this are keys of data rather than columns: the object that has them is written as JSON. */
const MAX_NAMES_OF_OBJECT = 1_000;
const MAX_NAMES = 5_000;

/** A double has these digits and no more. */
const DOUBLE_DIGITS = 17;

/** Readers of files and of objects in JavaScript do not accept them as names. */
const NO_NAMES: ReadonlySet<string> = new Set(["", "__proto__"]);

const LONE_SURROGATE = /\p{Surrogate}/u;

type Scalar = "boolean" | "integer" | "large integer" | "double" | "text" | "json";

/** What the values of a column are, found by looking at each of them. */
export class ValueShape {
  readonly #kinds = new Set<Scalar>();
  readonly #names: { count: number };
  readonly #depth: number;
  #items: ValueShape | null = null;
  #members: Map<string, ValueShape> | null = null;

  constructor(names = { count: 0 }, depth = 0) {
    this.#names = names;
    this.#depth = depth;
  }

  /** @param value as `parseJson` returns it */
  add(value: unknown): void {
    if (value === null || value === undefined || this.#kinds.has("json")) return;
    if (typeof value === "string") this.#kinds.add(LONE_SURROGATE.test(value) ? "json" : "text");
    else if (typeof value === "boolean") this.#kinds.add("boolean");
    else if (typeof value === "number") this.#kinds.add(Number.isSafeInteger(value) ? "integer" : "double");
    else if (isLosslessNumber(value)) this.#kinds.add(kindOfDigits(value));
    else if (this.#depth === MAX_DEPTH) this.#kinds.add("json");
    else if (Array.isArray(value)) this.#addItems(value);
    else if (isMembers(value)) this.#addMembers(value);
    else this.#kinds.add("json");
  }

  /** The type that keeps each value that was added. Text where there was none. */
  get type(): ColumnType {
    const ways = [this.#scalar, this.#list, this.#object].filter((way) => way !== null);
    if (ways.length > 1) return { kind: "json" };
    return ways[0] ?? { kind: "text" };
  }

  get #scalar(): ColumnType | null {
    const kinds = this.#kinds;
    const [first] = kinds;
    if (first === undefined) return null;
    if (kinds.size === 1) return { kind: first === "large integer" ? "integer" : first };
    const isEach = (...among: readonly Scalar[]) => [...kinds].every((kind) => among.includes(kind));
    if (isEach("integer", "large integer")) return { kind: "integer" };
    // A large integer would lose its last digits as a double.
    return { kind: isEach("integer", "double") ? "double" : "json" };
  }

  get #list(): ColumnType | null {
    return this.#items === null ? null : { kind: "list", items: this.#items.type };
  }

  get #object(): ColumnType | null {
    if (this.#members === null) return null;
    const members = [...this.#members].map(([name, shape]) => ({ name, type: shape.type }));
    // Columns cannot say that there is an object without any member.
    return members.length === 0 ? { kind: "json" } : { kind: "object", members };
  }

  #addItems(items: readonly unknown[]): void {
    this.#items ??= new ValueShape(this.#names, this.#depth + 1);
    for (const item of items) this.#items.add(item);
  }

  #addMembers(members: Readonly<Record<string, unknown>>): void {
    this.#members ??= new Map();
    for (const [name, value] of Object.entries(members)) {
      const shape = this.#members.get(name) ?? this.#newMember(this.#members, name);
      if (shape === null) return void this.#kinds.add("json");
      shape.add(value);
    }
  }

  #newMember(members: Map<string, ValueShape>, name: string): ValueShape | null {
    if (NO_NAMES.has(name) || LONE_SURROGATE.test(name)) return null;
    if (members.size >= MAX_NAMES_OF_OBJECT || this.#names.count >= MAX_NAMES) return null;
    this.#names.count += 1;
    const shape = new ValueShape(this.#names, this.#depth + 1);
    members.set(name, shape);
    return shape;
  }
}

function kindOfDigits({ value: digits }: LosslessNumber): Scalar {
  if (/^-?\d+$/.test(digits) && digits !== "-0") {
    const integer = BigInt(digits);
    if (Number.isSafeInteger(Number(integer))) return "integer";
    return BigInt.asIntN(64, integer) === integer ? "large integer" : "json";
  }
  const significant = digits
    .replace(/[eE].*/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  return significant.length <= DOUBLE_DIGITS && Number.isFinite(Number(digits)) ? "double" : "json";
}
