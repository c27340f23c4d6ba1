/** What became of one try. */
export interface SendResult {
  readonly isDelivered: boolean;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
  readonly durationMs: number;
}
