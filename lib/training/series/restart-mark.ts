/** Where a run began again from an earlier checkpoint, in a chart. */
export interface RestartMark {
  /** Of the run. */
  readonly id: string;
  readonly x: number;
  readonly color: string;
  readonly text: string;
}
