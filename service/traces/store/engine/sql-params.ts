import type { QueryParam } from "./store";

/** The ClickHouse types that external values are bound as. */
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
 * Collects the values of a query while its SQL is written. External values go only here: the SQL text contains only the
 * placeholders that this returns.
 */
export class SqlParams {
  private readonly bound = new Map<string, QueryParam>();

  /** @param prefix starts the names of the placeholders when one query has several collections */
  constructor(private readonly prefix = "p") {}

  /** @returns the placeholder of the value in SQL */
  bind(value: QueryParam, type: ParamType): string {
    const name = `${this.prefix}${this.bound.size}`;
    this.bound.set(name, value);
    return `{${name}:${type}}`;
  }

  /** The values, in the form of `Query.params`. */
  values(): Readonly<Record<string, QueryParam>> {
    return Object.fromEntries(this.bound);
  }
}
