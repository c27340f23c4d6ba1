export interface Sort {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/**
 * Returns the next sort after a click on a header: numbers and times start with the largest, then the direction
 * toggles.
 */
export function nextSort(current: Sort | null, field: string): Sort {
  if (current?.field !== field) return { field, direction: "desc" };
  return { field, direction: current.direction === "desc" ? "asc" : "desc" };
}
