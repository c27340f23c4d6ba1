/** How the left edge of a row is coloured: by how what it shows ended. */
export type RowTone = "error" | "running" | null;
