/** A view that a query reads, once for each place where it names it. */
export interface ReadView {
  readonly name: string;
  /** Its name in the query, quoted. */
  readonly alias: string;
  /** What its query replaces. */
  readonly placeholder: string;
  /** Conditions on the time of its rows that all must hold; see `time-bounds.ts`. */
  readonly bounds: readonly string[];
}
