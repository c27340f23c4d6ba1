/** The value of a cell, as its actions take it. */
export interface CellValue {
  /** What is copied. */
  readonly text: string;
  /** The term that filters for it; null where the service cannot filter by it. */
  readonly term: string | null;
}
