/** What a call of the tool `write` would do. */
export interface PlannedChange {
  /** A line for each thing that is written, as the user reads them before. */
  readonly lines: readonly string[];
  /** Everything that the change depends on: a plan is for this and nothing else. */
  readonly action: object;
  /** The page that shows it, below the workspace. */
  readonly path: string;
  /**
   * Writes it, and says what was written.
   *
   * @param plan the same for the same plan, so that a repeated request stores nothing twice
   */
  readonly run: (plan: string) => Promise<string>;
}
