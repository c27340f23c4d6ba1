export interface Sort {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** The next sort after a click on a head: numbers and times begin with the largest, then turn. */
export function nextSort(current: Sort | null, field: string): Sort {
  if (current?.field !== field) return { field, direction: "desc" };
  return { field, direction: current.direction === "desc" ? "asc" : "desc" };
}
