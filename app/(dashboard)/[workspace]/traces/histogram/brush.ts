/** A part of the histogram's time range; an open end advances with the clock. */
export interface Brush {
  readonly fromMs: number;
  readonly toMs: number | null;
}
