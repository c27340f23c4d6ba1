import type { QueryParam } from "./store";

/** The ClickHouse types that values from outside are bound as. */
export type ParamType =
  | "String"
  | "Float64"
  | "Int64"
  | "UInt64"
  | "Bool"
  | "DateTime64(6, 'UTC')"
  | "Array(String)"
  | "Array(Float64)";

/**
 * Collects the values of a query while its SQL is written. What comes from outside goes in here and nowhere else: SQL
 * text holds only the placeholders that this gives out.
 */
export class SqlParams {
  private readonly bound = new Map<string, QueryParam>();

  /** @param prefix begins the names of the placeholders, where one query has several collections */
  constructor(private readonly prefix = "p") {}

  /** @returns the placeholder that stands for the value in SQL */
  bind(value: QueryParam, type: ParamType): string {
    const name = `${this.prefix}${this.bound.size}`;
    this.bound.set(name, value);
    return `{${name}:${type}}`;
  }

  /** The values, as `Query.params` takes them. */
  values(): Readonly<Record<string, QueryParam>> {
    return Object.fromEntries(this.bound);
  }
}
