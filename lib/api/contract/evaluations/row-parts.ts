/** The parts of the rows by lineage, in the order in which they are offered. Apart from the schemas: pages do not load those first. */
export const rowParts = ["held_out", "trained", "all"] as const;

export type RowPart = (typeof rowParts)[number];
