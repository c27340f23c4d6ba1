/** Values of the rows of a list, as far as they have loaded. */
export interface LoadedRows<Value> {
  readonly byId: ReadonlyMap<string, Value>;
  readonly hasFailed: boolean;
  /** True for a service that cannot return them. */
  readonly isUnsupported: boolean;
}

/** The value of a row: null while it is loading, "failed" when it could not be loaded. */
export type LoadedRow<Value> = Value | "failed" | null;

/** Returns the value of one row. */
export function loadedRow<Value>(
  { byId, hasFailed }: Omit<LoadedRows<Value>, "isUnsupported">,
  id: string,
): LoadedRow<Value> {
  return byId.get(id) ?? (hasFailed ? "failed" : null);
}
