export interface Sort {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** Reads a sort of an address: `-started_at` is largest first, `started_at` smallest first; null for no field. */
export function parseSort(text: string): Sort | null {
  const field = text.replace(/^-/, "");
  return field === "" ? null : { field, direction: text.startsWith("-") ? "desc" : "asc" };
}

/**
 * Returns the next sort after a click on a header: numbers and times start with the largest, then the direction
 * toggles.
 */
export function nextSort(current: Sort | null, field: string): Sort {
  if (current?.field !== field) return { field, direction: "desc" };
  return { field, direction: current.direction === "desc" ? "asc" : "desc" };
}
