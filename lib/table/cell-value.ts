/** The value of a cell, for its actions. */
export interface CellValue {
  /** The text to copy. */
  readonly text: string;
  /** The term that filters for it; null if the service cannot filter by it. */
  readonly term: string | null;
}
