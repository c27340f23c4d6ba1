/** A place behind which everything is older: an import that stopped continues there. */
export interface SourcePlace {
  /** Items that came before. */
  readonly items: number;
  readonly until: Date;
}
