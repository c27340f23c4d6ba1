/** The color of a row's left edge, by status. */
export type RowTone = "error" | "running" | null;
